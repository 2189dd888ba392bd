"""Cards in a line of a position with their remarks: parser and writer.

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
MAX_AMOUNT: Final = 999


@dataclass(frozen=True, slots=True)
class Entry:
    """One card, or several equal ones.

    Attributes:
        name: as written. count: how many. remarks: as written.
    """

    name: str
    count: int = 1
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the entry as written in a line."""
        remarks = f" ({', '.join(self.remarks)})" if self.remarks else ""
        return f"{f'{self.count} ' if self.count > 1 else ''}{self.name}{remarks}"

    def amount(self, word: str) -> int:
        """Return the amount of a remark: 3 for ``3 damage`` and the word ``damage``.

        0 if it is missing.
        """
        return next((int(match[1]) for each in self.remarks if (match := _AMOUNT.match(each)) and match[2] == word), 0)

    def with_amount(self, word: str, number: int) -> "Entry":
        """Return the entry with the amount of a remark changed.

        Such as the 3 of ``3 damage``.
        """
        others = [each for each in self.remarks if not ((match := _AMOUNT.match(each)) and match[2] == word)]
        number = min(max(number, 0), MAX_AMOUNT)
        return replace(self, remarks=(*others, *([f"{number} {word}"] if number else [])))

    def toggled(self, word: str, remarks: Remarks) -> "Entry":
        """Return the entry with a remark added or removed.

        An added one replaces mutually exclusive ones.
        """
        if word in self.remarks:
            return replace(self, remarks=tuple(each for each in self.remarks if each != word))
        against = remarks.one_of if word in remarks.one_of else ()
        remaining = tuple(each for each in self.remarks if each not in against)
        added = () if remarks.one_of[:1] == (word,) else (word,)
        return replace(self, remarks=(*added, *remaining) if word in remarks.one_of else (*remaining, *added))


def entries(cards: Catalogue[Any], text: str) -> list[Entry]:
    """Parse the cards in a line, in order; a card name with a comma is not split."""
    pieces = [piece.strip() for piece in _OUTSIDE.split(text) if piece.strip()]
    result: list[Entry] = []
    start = 0
    while start < len(pieces):
        whole, rest = _entry(", ".join(pieces[start : start + 2])), pieces[start + 1 : start + 2]
        is_word = any(map(str.isalnum, "".join(rest)))  # an unknown card, `?`, is not part of a name
        if is_word and cards.find(whole.name) and not cards.find(_entry(rest[0]).name):
            result, start = [*result, whole], start + 2
        else:
            result, start = [*result, _entry(pieces[start])], start + 1
    return result


def _entry(text: str) -> Entry:
    read = _ENTRY.match(text)
    if read is None or not read["name"]:
        return Entry(text)
    remarks = tuple(part.strip() for part in (read["told"] or "").split(",") if part.strip())
    return Entry(read["name"], max(int(read["count"] or 1), 1), remarks)


def written(listed: Iterable[Entry]) -> str:
    """Return entries as one line."""
    return ", ".join(map(str, listed))
