"""Results of an import: units with their source lines, and findings."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cached_property

from rules.rulebooks.text_hashes import words_hash

LOST_SYMBOL = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Mark in a text for a symbol or picture that the copy has lost."""


class UnitKind(Enum):
    """The kind of a unit."""

    FRONT = "front"
    """Text before the first chapter: title, edition, introduction."""
    SECTION = "section"
    """A chapter title of a numbered document."""
    HEADING = "heading"
    """A printed title, with or without text of its own below it."""
    RULE = "rule"
    """A numbered rule without a printed title."""
    TERM = "term"
    """An index line: a term and its references."""
    BACK = "back"
    """Text after the last rule: credits, advertisements."""


class PassageKind(Enum):
    """The kind of a passage."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    EXAMPLE = "example"
    NOTE = "note"


RULING = frozenset({PassageKind.PARAGRAPH, PassageKind.ITEM})
"""Kinds of passages that are rule text, as opposed to examples and notes."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, list item, example or note; only ``**bold**`` is markup."""

    kind: PassageKind
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a printed document.

    Attributes:
        id: stable across versions: the number or the path of headings, with the prefix of the profile
            (``RB:battle-phase``). A number printed twice gives ``4.4.6[1]`` and ``4.4.6[2]``.
        number: the number it is cited by, without footnote brackets; empty without one.
        printed: the number as printed; differs from ``number`` for a misprint.
        order: position in the document, from 0.
        parent: id of the parent unit; None at the top.
        kind: its kind.
        heading: its printed title, or an empty string.
        path: the titles above it, outermost first.
        passages: its text.
        first: its first line in the source, from 1.
        last: its last line in the source.
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
        """True if it is a heading or rule, as opposed to a chapter or the index."""
        return self.kind in (UnitKind.HEADING, UnitKind.RULE)

    @property
    def label(self) -> str:
        """The unit's displayed name."""
        return self.number or self.heading or self.kind.value

    @property
    def text(self) -> str:
        """The unit's text with examples and notes, as paragraphs and ``- `` list items."""
        return "\n\n".join(
            f"- {passage.text}" if passage.kind is PassageKind.ITEM else passage.text for passage in self.passages
        )

    @property
    def text_hash(self) -> str:
        """Hash of its text, 16 hexadecimal digits, ignoring white space."""
        return hashlib.sha256(" ".join((self.heading, *self.text.split())).encode()).hexdigest()[:16]

    @property
    def words_hash(self) -> str:
        """Hash of its rule text; see :func:`~rules.rulebooks.text_hashes.words_hash`."""
        return words_hash(passage.text for passage in self.passages if passage.kind in RULING)


class FindingKind(Enum):
    """The kind of a finding."""

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
    """An irregularity of a document, for review before publication.

    Attributes:
        kind: its kind.
        line: source line, from 1.
        unit: id of the unit concerned.
        message: one sentence.
    """

    kind: FindingKind
    line: int
    unit: str
    message: str


@dataclass(frozen=True)
class ImportedDocument:
    """The result of importing a printed document.

    Attributes:
        profile: name of the profile used.
        title: its title as printed; empty if none was found.
        revised: its revision date as printed; None if none was found.
        units: in document order; together they cover every source line once.
        findings: irregularities, by line.
        lines: number of source lines.
        source_hash: hash of source and profile.
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
        """The units that are headings or rules."""
        return tuple(unit for unit in self.units if unit.is_rule)

    @cached_property
    def by_id(self) -> Mapping[str, Unit]:
        """All units by id."""
        return {unit.id: unit for unit in self.units}
