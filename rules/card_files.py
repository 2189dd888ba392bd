"""An organiser's card file: facts that are laid over what is known of cards anyway, for games whose cards are not all.

A file is TOML in UTF-8; a fact that is left out stays as it is known, or not known::

    file = 1
    game = "epic-tcg"
    complete = false       # true: every card that may be played is known or in the file

    [[card]]
    name = "Tim"
    cost = "action"

Which facts there are, a game says in its :class:`CardForm`.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from rules.decks.catalogue import Catalogue, DeckCard
from rules.decks.names import fold
from rules.decks.wording import all_of

C = TypeVar("C", bound=DeckCard)
E = TypeVar("E", bound=StrEnum)
Reader = Callable[[object], Any]

MOST_BYTES: Final = 2_000_000
MOST_CARDS: Final = 2_000
LONGEST: Final = 80
"""Characters of a name or another short text."""
_TOP: Final = frozenset({"file", "game", "complete", "title", "card"})
_STARTS: Final = re.compile(r"\s*\[\[\s*card\s*\]\]")


class CardFileError(ValueError):
    """A card file is not in the form described above.

    Attributes:
        mistakes: each with its line, its card and what would be right.
    """

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        self.mistakes = mistakes
        super().__init__("\n".join(mistakes))


@dataclass(frozen=True)
class OrganisersCards(Generic[C]):
    """What is known of a game's cards with a file's facts over it.

    Attributes:
        cards: the cards.
        complete: whether every card that may be played is among them.
    """

    cards: Catalogue[C]
    complete: bool


@dataclass(frozen=True)
class CardForm(Generic[C]):
    """What the card files of a game tell.

    Attributes:
        game: its slug.
        facts: what reads a fact, by its key; raises a ValueError that says what would be right.
        needed: the facts that a file must tell of a card nobody knew.
        known: every printing that is known.
        lay: returns a card with facts over it, given its name, the card if it is known and the facts as read; raises a
            ValueError where these cannot be true together.
        catalogue: returns cards as a catalogue, with the words that lists of the game use.
    """

    game: str
    facts: Mapping[str, Reader]
    needed: tuple[str, ...]
    known: Callable[[], Iterable[C]]
    lay: Callable[[str, C | None, Mapping[str, Any]], C]
    catalogue: Callable[[Iterable[C]], Catalogue[C]]

    def read(self, content: bytes) -> OrganisersCards[C]:
        """Return the known cards with a file's facts over them; those that are only in the file come last.

        Args:
            content: the file.

        Raises:
            CardFileError: it has another form, or tells what cannot be; names every mistake.
        """
        text, tree = _tree(content)
        entries = tree.get("card", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise CardFileError(("a card is a table: begin each with [[card]]",))
        mistakes = [*self._about_the_file(tree)]
        printings: dict[str, list[C]] = {}
        for card in self.known():
            printings.setdefault(fold(card.name), []).append(card)
        told: set[str] = set()
        for place, entry in zip(_places(text, len(entries)), entries, strict=True):
            problems, facts = self._facts(place, entry)
            key = fold(entry["name"]) if isinstance(entry.get("name"), str) else ""
            if key in told and key:
                problems.append(
                    place.says("name", f"{entry['name']} is in the file already: tell its facts in one place")
                )
            told.add(key)
            if not problems:
                problems += self._lay(place, entry["name"], facts, printings)
            mistakes += problems
        if mistakes:
            raise CardFileError(tuple(mistakes))
        every = (card for same in printings.values() for card in same)
        return OrganisersCards(self.catalogue(every), tree.get("complete") is True)

    def _about_the_file(self, tree: Mapping[str, Any]) -> Iterator[str]:
        """Yield what is wrong above the cards."""
        if tree.get("file") != 1 or tree.get("game") != self.game:
            yield f'a card file of this game begins with  file = 1  and  game = "{self.game}"'
        if not isinstance(tree.get("complete", False), bool):
            yield f"complete = {tree['complete']!r}: write true or false"
        for unknown in sorted(set(tree) - _TOP):
            yield f"{unknown!r} is not known here; known: {', '.join(sorted(_TOP))}"
        if not tree.get("card"):
            yield "the file tells of no card: write [[card]] and below it  name = "
        elif len(tree["card"]) > MOST_CARDS:
            yield f"{len(tree['card']):,} cards: a card file has at most {MOST_CARDS:,}"

    def _facts(self, place: "_Place", entry: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
        """Return what is wrong with an entry, and its facts as read."""
        problems: list[str] = []
        facts: dict[str, Any] = {}
        name = entry.get("name")
        if not isinstance(name, str) or not fold(name) or len(name) > LONGEST or not name.isprintable():
            problems.append(place.says("name", f"a card has a name of 1 to {LONGEST} characters"))
        for key, value in entry.items():
            if key == "name":
                continue
            if key not in self.facts:
                known = ", ".join(("name", *self.facts))
                problems.append(place.says(key, f"{key!r} is nothing a card file tells; there are: {known}"))
                continue
            try:
                facts[key] = self.facts[key](value)
            except ValueError as error:
                problems.append(place.says(key, f"{key}: {error}"))
        return problems, facts

    def _lay(
        self, place: "_Place", name: str, facts: Mapping[str, Any], printings: dict[str, list[C]]
    ) -> Iterator[str]:
        """Lay facts over the printings of a name, or add a card; yield what keeps one from it."""
        same = printings.setdefault(fold(name), [])
        missing = [key for key in self.needed if key not in facts] if not same else []
        if missing:
            yield place.says("name", f"nothing is known of {name} yet: tell {all_of(missing)} as well")
            return
        try:
            same[:] = [self.lay(card.name, card, facts) for card in same] or [self.lay(name.strip(), None, facts)]
        except ValueError as error:
            yield place.says("name", f"{name}: {error}")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card stands in a file: the line of its heading, and the lines of its facts."""

    line: int
    keys: Mapping[str, int]

    def says(self, key: str, mistake: str) -> str:
        """Return a mistake behind the line it is in."""
        line = self.keys.get(key, self.line)
        return f"line {line}: {mistake}" if line else mistake


def _tree(content: bytes) -> tuple[str, dict[str, Any]]:
    """Return a file as text and as the values in it."""
    if len(content) > MOST_BYTES:
        raise CardFileError((f"{len(content):,} bytes: a card file has at most {MOST_BYTES:,}",))
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise CardFileError((f"line {line}: this is no UTF-8: save the file as UTF-8",)) from error
    try:
        return text, tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardFileError((f"this is no TOML, which a card file is: {error}",)) from error


def _places(text: str, cards: int) -> list[_Place]:
    """Return where each of the cards stands, as far as headings are on lines of their own."""
    places: list[_Place] = []
    keys: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if _STARTS.match(line):
            keys = {}
            places.append(_Place(number, keys))
        elif "=" in line:
            keys.setdefault(line.partition("=")[0].strip().strip("\"'"), number)
    return places if len(places) == cards else [_Place(0, {})] * cards


def text_of(value: object) -> str:
    """Return a short text of one line.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise ValueError(f"{str(value)[:40]!r} is no text of at most {LONGEST} characters in one line")
    return value.strip()


def yes_or_no(value: object) -> bool:
    """Return ``true`` or ``false``.

    Raises:
        ValueError: it is neither.
    """
    if value is True or value is False:
        return value
    raise ValueError(f"{value!r}: write true or false")


def whole_number(least: int, most: int) -> Reader:
    """Return what reads a whole number within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"{value!r} is no whole number from {least} to {most}")
        return value

    return read


def word_of(kind: type[E]) -> Callable[[object], E]:
    """Return what reads a member of an enumeration, whatever its capitals."""
    known = {str(each).casefold(): each for each in kind}

    def read(value: object) -> E:
        found = known.get(value.strip().casefold()) if isinstance(value, str) else None
        if found is None:
            raise ValueError(f"{value!r} is none of {', '.join(known)}")
        return found

    return read


def several(read: Reader, most: int = 24) -> Reader:
    """Return what reads a list whose entries are read one by one."""

    def read_all(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"write a list of at most {most} entries, [] for none")
        return tuple(map(read, value))

    return read_all
