"""Decklists as immutable values: cards, quantities, sections and source lines."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from rules.decks.catalogue import DeckCard
from rules.decks.gems import GemSetting, merge_settings, settings_to_json
from rules.decks.line_formats import Section

C = TypeVar("C", bound=DeckCard)
C_co = TypeVar("C_co", bound=DeckCard, covariant=True)


@dataclass(frozen=True)  # no slots: Python 3.11 cannot instantiate a subscripted generic, ``X[Y](...)``, with them
class Entry(Generic[C_co]):
    """All copies of one card in one section.

    Attributes:
        card: The card.
        quantity: Number of copies, at least 1.
        section: The section of the list.
        lines: Source lines, from 1; ignored when lists are compared.
        gems: Gems set in the copies; copies not mentioned have none.
    """

    card: C_co
    quantity: int
    section: Section = Section.MAIN
    lines: tuple[int, ...] = field(default=(), compare=False)
    gems: tuple[GemSetting, ...] = ()

    def merged_with(self, other: "Entry[C_co]") -> "Entry[C_co]":
        """Return the sum of two entries of the same card and section."""
        lines = tuple(sorted({*self.lines, *other.lines}))
        return Entry(
            self.card, self.quantity + other.quantity, self.section, lines, merge_settings([*self.gems, *other.gems])
        )


@dataclass(frozen=True)  # no slots: Python 3.11 cannot instantiate a subscripted generic, ``X[Y](...)``, with them
class Decklist(Generic[C_co]):
    """A decklist: one entry per card and section, by section in the player's order.

    Two lists are equal if they have the same entries in the same order; source lines do not matter.
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
        """Yield each copy in the main deck."""
        for entry in self.main:
            for _ in range(entry.quantity):
                yield entry.card


class LineStatus(StrEnum):
    """The parse result of a decklist line."""

    OK = "ok"
    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"
    COMMENT = "comment"
    SECTION = "section"
    BLANK = "blank"


class Ignored(StrEnum):
    """The kinds of lines that are no part of a list."""

    TITLE = "title"
    HEADING = "heading"
    TOTAL = "total"
    DETAILS = "details"
    COMMENT = "comment"
    STRUCK_OUT = "struck out"
    NOT_PLAYED = "not in the deck"


@dataclass(frozen=True)  # no slots: Python 3.11 cannot instantiate a subscripted generic, ``X[Y](...)``, with them
class Line(Generic[C_co]):
    """A parsed decklist line.

    Attributes:
        number: Line number, from 1.
        text: The line as written.
        status: The parse result.
        section: Section of the line; for a section heading, the section it starts.
        quantity: Number of copies; 0 unless the status is ok or unknown.
        name: The part parsed as card name; empty without one.
        card: The card if the status is ok.
        suggestions: Similar names if the status is unknown.
        message: Error message; empty without error.
        code: Stable error code; empty without error.
        alias: Whether the card was found by an alias.
        set_code: Set code that was ignored; empty without one.
        marks: The player's annotations in brackets: ``(("free", True),)``.
        gems: Gems set in the copies.
        ignored: The kind of an ignored line; ``None`` for cards, section headings, blank lines and rulers.
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
    gems: tuple[GemSetting, ...] = ()
    ignored: Ignored | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the line as a JSON-compatible dict."""
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
            **({"gems": settings_to_json(self.gems)} if self.gems else {}),
        }


@dataclass(frozen=True, slots=True)
class Claim:
    """A total that a list states in brackets: "(cost 19)".

    Attributes:
        line: Line number, from 1.
        what: The number that is added up ("cost"), folded.
        amount: The stated total.
    """

    line: int
    what: str
    amount: int


@dataclass(frozen=True)  # no slots: Python 3.11 cannot instantiate a subscripted generic, ``X[Y](...)``, with them
class ParsedDeck(Generic[C_co]):
    """The result of parsing a decklist: all lines, and the deck of the valid ones.

    Attributes:
        lines: Parsed lines in order; several for a line with several cards.
        deck: The sum of all lines with known cards.
        columns: For a table, a note on ignored columns; empty without any.
        columns_line: Line number of the table header, if there is one.
        claims: Totals stated in the list, unverified.
    """

    lines: tuple[Line[C_co], ...]
    deck: Decklist[C_co]
    columns: str = ""
    columns_line: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()

    def with_status(self, status: LineStatus) -> tuple[Line[C_co], ...]:
        """Return the lines with this status."""
        return tuple(line for line in self.lines if line.status is status)

    @property
    def unknown(self) -> tuple[Line[C_co], ...]:
        """The lines with an unknown card name."""
        return self.with_status(LineStatus.UNKNOWN)

    @property
    def is_complete(self) -> bool:
        """True if all card lines of the main deck were recognised."""
        return self.are_sections_recognised((Section.MAIN,))

    def are_sections_recognised(self, sections: Collection[Section], *, any_name: bool = False) -> bool:
        """Return True if all card lines of the given sections were recognised.

        Args:
            sections: The sections.
            any_name: Whether names outside the catalogue count as recognised.
        """
        unread = (LineStatus.UNREADABLE,) if any_name else (LineStatus.UNKNOWN, LineStatus.UNREADABLE)
        return all(line.status not in unread or line.section not in sections for line in self.lines)

    @property
    def is_empty(self) -> bool:
        """True if no line is a card line."""
        tries = (LineStatus.OK, LineStatus.UNKNOWN, LineStatus.UNREADABLE)
        return all(line.status not in tries for line in self.lines)


_ORDER = {section: place for place, section in enumerate(Section)}


def merge_entries(parts: Iterable[Entry[C]]) -> Decklist[C]:
    """Return a decklist in which entries of the same card and section are merged.

    Entries keep the position of their first occurrence; sections come in their usual order.

    Args:
        parts: Entries, possibly several per card.
    """
    merged: dict[tuple[Section, str], Entry[C]] = {}
    for part in parts:
        key = (part.section, part.card.name)
        merged[key] = merged[key].merged_with(part) if key in merged else part
    return Decklist(tuple(sorted(merged.values(), key=lambda entry: _ORDER[entry.section])))
