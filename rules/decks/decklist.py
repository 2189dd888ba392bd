"""A decklist as a value: which cards, how many, in which section, from which lines."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from rules.decks.catalogue import DeckCard
from rules.decks.gems import Setting, merged, to_plain
from rules.decks.notation import Section

C = TypeVar("C", bound=DeckCard)
C_co = TypeVar("C_co", bound=DeckCard, covariant=True)


@dataclass(frozen=True)  # no slots: Python 3.11 cannot call ``X[Y](...)`` with both
class Entry(Generic[C_co]):
    """All copies of one card in one section.

    Attributes:
        card: The card.
        quantity: Copies, one or more.
        section: The part of the list.
        lines: The lines (from 1) that were added up; they do not count when two lists are compared.
        gems: Which copies have gems in them, in games that have gems; copies that are not counted have none.
    """

    card: C_co
    quantity: int
    section: Section = Section.MAIN
    lines: tuple[int, ...] = field(default=(), compare=False)
    gems: tuple[Setting, ...] = ()

    def joined(self, other: "Entry[C_co]") -> "Entry[C_co]":
        """Return this entry with the copies, the lines and the gems of another one of the same card."""
        lines = tuple(sorted({*self.lines, *other.lines}))
        return Entry(self.card, self.quantity + other.quantity, self.section, lines, merged([*self.gems, *other.gems]))


@dataclass(frozen=True)  # no slots: Python 3.11 cannot call ``X[Y](...)`` with both
class Decklist(Generic[C_co]):
    """Cards, repeated lines added up, in the order the player wrote them, section by section, the sideboard last.

    Two lists are equal when they hold the same entries in the same order; the lines they came from do not matter.
    """

    entries: tuple[Entry[C_co], ...] = ()

    def section(self, section: Section) -> tuple[Entry[C_co], ...]:
        """Return the entries of one section."""
        return tuple(entry for entry in self.entries if entry.section is section)

    @property
    def main(self) -> tuple[Entry[C_co], ...]:
        """The entries of the main deck."""
        return self.section(Section.MAIN)

    @property
    def sideboard(self) -> tuple[Entry[C_co], ...]:
        """The entries of the sideboard."""
        return self.section(Section.SIDEBOARD)

    def cards(self) -> Iterator[C_co]:
        """Give every copy in the main deck, one by one, in the list's order: what a game starts with."""
        for entry in self.main:
            for _ in range(entry.quantity):
                yield entry.card


class LineStatus(StrEnum):
    """What a line of a decklist turned out to be."""

    OK = "ok"
    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"
    COMMENT = "comment"
    SECTION = "section"
    BLANK = "blank"


@dataclass(frozen=True)  # no slots: Python 3.11 cannot call ``X[Y](...)`` with both
class Line(Generic[C_co]):
    """The answer to one line of the player's text.

    Attributes:
        number: Its number, from 1.
        text: The line as written.
        status: What it turned out to be.
        section: The section it stands in (for a section word: the one it opens).
        quantity: Copies; 0 unless the status is ok or unknown.
        name: The part that was read as a name; empty when there is none.
        card: The card, when the status is ok.
        suggestions: Names it may mean, when the status is unknown.
        message: What is wrong and what would be right; empty when nothing is.
        code: A stable code of what is wrong; empty when nothing is.
        alias: Whether a known spelling variant was read as the card.
        set_code: A set code that was ignored; empty when there was none.
        marks: What the player says of the card in brackets, each with whether it is so: ``(("free", True),)``.
        gems: Which of the copies have gems in them.
    """

    number: int
    text: str
    status: LineStatus
    section: Section
    quantity: int = 0
    name: str = ""
    card: C_co | None = None
    suggestions: tuple[str, ...] = ()
    message: str = ""
    code: str = ""
    alias: bool = False
    set_code: str = ""
    marks: tuple[tuple[str, bool], ...] = ()
    gems: tuple[Setting, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the line for a page or an API: plain values only."""
        card = self.card
        return {
            "line": self.number,
            "text": self.text,
            "status": str(self.status),
            "section": str(self.section),
            "quantity": self.quantity,
            "card": card.name if card else None,
            "cost": card.cost if card else None,
            "alignments": [str(alignment) for alignment in card.deck_alignments] if card else [],
            "suggestions": list(self.suggestions),
            "message": self.message,
            **({"gems": to_plain(self.gems)} if self.gems else {}),
        }


@dataclass(frozen=True, slots=True)
class Claim:
    """What a list says of itself in brackets: "(cost 19)".

    Attributes:
        line: Its line, from 1.
        what: The word, folded.
        amount: The number.
    """

    line: int
    what: str
    amount: int


@dataclass(frozen=True)  # no slots: Python 3.11 cannot call ``X[Y](...)`` with both
class ParsedDeck(Generic[C_co]):
    """A decklist text understood line by line, and the list that its good lines make.

    Attributes:
        lines: One answer for each line of the text, in order; for a line with several cards one for each of them.
        deck: What the lines with known cards add up to.
        columns: For a table, which of its columns were ignored; empty when there is nothing to say.
        columns_line: The line that names those columns, if one does.
        claims: What the list says of itself; never believed.
    """

    lines: tuple[Line[C_co], ...]
    deck: Decklist[C_co]
    columns: str = ""
    columns_line: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()

    def with_status(self, status: LineStatus) -> tuple[Line[C_co], ...]:
        """Return the lines that turned out so."""
        return tuple(line for line in self.lines if line.status is status)

    @property
    def unknown(self) -> tuple[Line[C_co], ...]:
        """The lines whose name no card has."""
        return self.with_status(LineStatus.UNKNOWN)

    @property
    def all_read(self) -> bool:
        """Whether every line of the main deck that should name a card does: only then the whole can be judged."""
        return self.is_read((Section.MAIN,))

    def is_read(self, sections: Collection[Section], *, any_name: bool = False) -> bool:
        """Return whether every line of some sections that should name a card does.

        Args:
            sections: The sections.
            any_name: Whether a name that no card of the catalogue has will do.
        """
        unread = (LineStatus.UNREADABLE,) if any_name else (LineStatus.UNKNOWN, LineStatus.UNREADABLE)
        return all(line.status not in unread or line.section not in sections for line in self.lines)

    @property
    def is_empty(self) -> bool:
        """Whether the text has no line that even tries to name a card."""
        tries = (LineStatus.OK, LineStatus.UNKNOWN, LineStatus.UNREADABLE)
        return all(line.status not in tries for line in self.lines)


_ORDER = {section: place for place, section in enumerate(Section)}


def added_up(parts: Iterable[Entry[C]]) -> Decklist[C]:
    """Return the decklist in which entries of one card in one section are one entry, at the place of the first.

    Sections come in their usual order, so that a list has one written form.

    Args:
        parts: Entries, the same card as often as it comes.
    """
    joined: dict[tuple[Section, str], Entry[C]] = {}
    for part in parts:
        key = (part.section, part.card.name)
        joined[key] = joined[key].joined(part) if key in joined else part
    return Decklist(tuple(sorted(joined.values(), key=lambda entry: _ORDER[entry.section])))
