"""What reading a printed rules document gives: units, each with its lines, and what looked odd on the way."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cached_property

from rules.rulebooks.printed import words_hash

LOST_SYMBOL = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in a text where the copy of the document has lost a picture."""


class UnitKind(Enum):
    """What the document prints."""

    FRONT = "front"
    """What stands before the first chapter: title, edition, introduction."""
    SECTION = "section"
    """A chapter title of a numbered document."""
    HEADING = "heading"
    """A printed title, with or without text of its own below it."""
    RULE = "rule"
    """A rule under a number, without a printed title."""
    TERM = "term"
    """A line of the index: a word, and where it leads."""
    BACK = "back"
    """What stands after the last rule and is none: credits, advertisements."""


class PassageKind(Enum):
    """What a paragraph of a unit is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    EXAMPLE = "example"
    NOTE = "note"


RULING = frozenset({PassageKind.PARAGRAPH, PassageKind.ITEM})
"""Kinds of passages that say what holds; an example or a remark only shows it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a list item, an example or a remark, in light markup: ``**bold**``, everything else plain."""

    kind: PassageKind
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of a printed document.

    Attributes:
        id: stays the same from one version to the next: the number, or the path of headings; with the name of the
            document before it where the profile has one (``RB:battle-phase``). A number printed twice gives
            ``4.4.6[1]`` and ``4.4.6[2]``.
        number: the number it is cited by, without the brackets of a footnote; empty for what has none.
        printed: the number as printed; another one where the document misnumbers.
        order: position in the document, from 0.
        parent: the id of the unit it stands under; None at the top.
        kind: what it is.
        heading: its printed title, or an empty string.
        path: the titles above it, outermost first.
        passages: its text.
        first: the first line of the source that belongs to it, from 1.
        last: the last one.
    """

    id: str
    number: str
    printed: str
    order: int
    parent: str | None
    kind: UnitKind
    heading: str
    path: tuple[str, ...]
    passages: tuple[Passage, ...]
    first: int
    last: int

    @property
    def is_rule(self) -> bool:
        """Whether it counts among the document's units: headings and rules do, chapters and the index do not."""
        return self.kind in (UnitKind.HEADING, UnitKind.RULE)

    @property
    def label(self) -> str:
        """What a reader sees as its name."""
        return self.number or self.heading or self.kind.value

    @property
    def text(self) -> str:
        """Its text with examples and remarks, paragraphs apart, items as ``- `` lines."""
        return "\n\n".join(
            f"- {passage.text}" if passage.kind is PassageKind.ITEM else passage.text for passage in self.passages
        )

    @property
    def text_hash(self) -> str:
        """A hash of what it says, 16 hexadecimal digits; white space does not count."""
        return hashlib.sha256(" ".join((self.heading, *self.text.split())).encode()).hexdigest()[:16]

    @property
    def words_hash(self) -> str:
        """A hash of the words that rule, see :func:`~rules.rulebooks.printed.words_hash`."""
        return words_hash(passage.text for passage in self.passages if passage.kind in RULING)


class FindingKind(Enum):
    """What can look odd about a document."""

    TWICE = "number printed twice"
    MISNUMBERED = "number of another section"
    SKIPPED = "number skipped"
    REFERENCE = "reference that leads nowhere"
    ELSEWHERE = "reference that leads elsewhere"
    INDEX = "index entry that leads elsewhere"
    SYMBOL = "symbol missing"
    SPELLING = "word misspelt"
    JOINED = "paragraph joined over a page break"
    MOVED = "text printed under another title"
    MISSING = "title not found"
    LEFT_OUT = "lines that are no rules"
    MORE = "further findings"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that whoever publishes the document should look at.

    Attributes:
        kind: what it is.
        line: where, in the source, from 1.
        unit: the id of the unit it is about.
        message: one sentence.
    """

    kind: FindingKind
    line: int
    unit: str
    message: str


@dataclass(frozen=True)
class Imported:
    """A printed document, read.

    Attributes:
        profile: the name of the profile it was read with.
        title: its title, as printed; empty where none was found.
        revised: the day it says it was revised; None where it says none.
        units: in the order of the document; together they hold every line of the source, each once.
        findings: what looked odd, by line.
        lines: how many lines the source has.
        source_hash: of the source and the profile; equal for a file that was read before.
    """

    profile: str
    title: str
    revised: date | None
    units: tuple[Unit, ...]
    findings: tuple[Finding, ...]
    lines: int
    source_hash: str

    @cached_property
    def rules(self) -> tuple[Unit, ...]:
        """The units that are headings or rules: those that are counted."""
        return tuple(unit for unit in self.units if unit.is_rule)

    @cached_property
    def by_id(self) -> Mapping[str, Unit]:
        """Every unit by its id."""
        return {unit.id: unit for unit in self.units}
