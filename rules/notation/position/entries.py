"""The cards in a line of a position, each with what is said of it: read from the line and written back.

>>> from rules.decks import Catalogue
>>> cards = Catalogue((), {})
>>> listed = entries(cards, "2 Wolf Token (expended, 1 damage), Kong")
>>> listed[0]
Entry(name='Wolf Token', count=2, remarks=('expended', '1 damage'))
>>> written(listed)
'2 Wolf Token (expended, 1 damage), Kong'
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.decks import Catalogue
from rules.notation.position.form import Remarks

_OUTSIDE: Final = re.compile(r",\s*(?![^()]*\))")
_ENTRY: Final = re.compile(r"^(?:(?P<count>\d{1,3})\s*[xX]?\s+)?(?P<name>[^()]*?)\s*(?:\((?P<told>[^()]*)\))?$")
_AMOUNT: Final = re.compile(r"^(\d{1,4}) (.+)$")
MOST_AMOUNT: Final = 999


@dataclass(frozen=True, slots=True)
class Entry:
    """A card, or several alike.

    Attributes:
        name: as written. count: how many. remarks: what is said of it, as written.
    """

    name: str
    count: int = 1
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return it as it stands in a line."""
        remarks = f" ({', '.join(self.remarks)})" if self.remarks else ""
        return f"{f'{self.count} ' if self.count > 1 else ''}{self.name}{remarks}"

    def amount(self, word: str) -> int:
        """Return the number that is said with ``word``, 0 without one."""
        return next((int(found[1]) for each in self.remarks if (found := _AMOUNT.match(each)) and found[2] == word), 0)

    def with_amount(self, word: str, number: int) -> "Entry":
        """Return it with another number said with ``word``."""
        others = [each for each in self.remarks if not ((found := _AMOUNT.match(each)) and found[2] == word)]
        number = min(max(number, 0), MOST_AMOUNT)
        return replace(self, remarks=(*others, *([f"{number} {word}"] if number else [])))

    def toggled(self, word: str, remarks: Remarks) -> "Entry":
        """Return it with ``word`` said if it was not, and not if it was; of words that exclude each other one stays."""
        if word in self.remarks:
            return replace(self, remarks=tuple(each for each in self.remarks if each != word))
        against = remarks.one_of if word in remarks.one_of else ()
        remaining = tuple(each for each in self.remarks if each not in against)
        added = () if remarks.one_of[:1] == (word,) else (word,)
        return replace(self, remarks=(*added, *remaining) if word in remarks.one_of else (*remaining, *added))


def entries(cards: Catalogue[Any], text: str) -> list[Entry]:
    """Return the cards in a line, in order; a name with a comma stays whole where a card is called so."""
    pieces = [piece.strip() for piece in _OUTSIDE.split(text) if piece.strip()]
    found: list[Entry] = []
    start = 0
    while start < len(pieces):
        whole, rest = _entry(", ".join(pieces[start : start + 2])), pieces[start + 1 : start + 2]
        is_word = any(map(str.isalnum, "".join(rest)))  # an unknown card, `?`, is no part of a name
        if is_word and cards.find(whole.name) and not cards.find(_entry(rest[0]).name):
            found, start = [*found, whole], start + 2
        else:
            found, start = [*found, _entry(pieces[start])], start + 1
    return found


def _entry(text: str) -> Entry:
    read = _ENTRY.match(text)
    if read is None or not read["name"]:
        return Entry(text)
    remarks = tuple(part.strip() for part in (read["told"] or "").split(",") if part.strip())
    return Entry(read["name"], max(int(read["count"] or 1), 1), remarks)


def written(listed: Iterable[Entry]) -> str:
    """Return cards as one line."""
    return ", ".join(map(str, listed))
