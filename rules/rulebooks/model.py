"""Elements of a rules document: units, references, glossary terms, disagreements."""

import hashlib
from enum import Enum

from rules.frozen import frozen


class Kind(Enum):
    """The kind of a unit."""

    SECTION = "section"
    """A chapter title of a numbered document; it carries no number of its own and is not counted among the units."""
    HEADING = "heading"
    """A printed title, with or without text of its own below it."""
    RULE = "rule"
    """A rule without a printed title; its ``heading`` was added by us."""


@frozen
class Note:
    """An editorial note on a unit: a misprint, a duplicate, an open question.

    Attributes:
        text: the note.
        interpretation: id of the interpretation it is based on (``I-10``), or an empty string.
    """

    text: str
    interpretation: str = ""


@frozen
class Rule:
    """A unit of a restated rules document.

    Attributes:
        id: its citation: ``4.4.8``, ``4.4.6[2]`` for the second unit printed under one number,
            ``RB:battle-phase/before-damage-step`` in a document without numbers.
        slug: URL part: ``4.4.8``, ``4.4.6-2``, ``battle-phase/before-damage-step``.
        number: the number it is cited by; empty in a document without numbers.
        printed: the number as printed, in brackets for a footnote; differs from ``number`` only for a misprint; empty
            if the number is assigned by us.
        occurrence: 1 for the only or first unit under its number, 2 for the second.
        twice: whether the document prints the number more than once.
        order: position in the document, from 0.
        parent: id of the parent unit, ``None`` at the top.
        kind: its kind.
        heading: its printed title, or our caption without one.
        path: the headings above it, outermost first.
        text: the rule in light markup: paragraphs, ``- `` lists, ``**bold**``, ``[words](slug)``.
        examples: our examples.
        notes: editorial notes.
    """

    id: str
    slug: str
    number: str
    printed: str
    occurrence: int
    twice: bool
    order: int
    parent: str | None
    kind: Kind
    heading: str
    path: tuple[str, ...]
    text: str
    examples: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def label(self) -> str:
        """The rule's displayed name: the number as printed, or the heading."""
        return self.printed if self._is_footnote else self.number or self.heading

    @property
    def is_misprinted(self) -> bool:
        """True if the document prints a wrong number."""
        return self.printed not in ("", self.number) and not self._is_footnote

    @property
    def _is_footnote(self) -> bool:
        return bool(self.number) and self.printed == f"[{self.number}]"

    @property
    def title(self) -> str:
        """The headings of the parent and of the rule, for result lists."""
        above = self.path[-1:] if len(self.path) > 1 or not self.number else ()
        return ": ".join((*above, self.heading))

    @property
    def text_hash(self) -> str:
        """Hash of the text, 16 hexadecimal digits.

        White space, examples and notes are ignored.
        """
        content = " ".join((self.heading if self.kind is not Kind.RULE else "", *self.text.split()))
        return hashlib.sha256(content.encode()).hexdigest()[:16]


@frozen
class Reference:
    """A cross-reference in a unit's text.

    Attributes:
        start: index of its first character.
        end: index after its last character.
        words: its displayed text.
        target: the unit it refers to, ``None`` if this document has no such unit.
        rulebook: slug of the other document it refers to; empty within the document.
        slug: slug of the unit in the other document.
    """

    start: int
    end: int
    words: str
    target: Rule | None
    rulebook: str = ""
    slug: str = ""


@frozen
class Term:
    """A glossary term.

    Attributes:
        name: the term as this game writes it.
        meaning: definition in one sentence.
        rules: ids of the units that explain it, the defining one first.
        synonyms: terms of other games and colloquial terms for it.
        printed_index: target in the document's own index, empty without one.
    """

    name: str
    meaning: str
    rules: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    printed_index: str = ""


@frozen
class Statement:
    """The position of one document on a question where documents disagree.

    Attributes:
        rulebook: slug of the document.
        rules: ids of the units that state it.
        says: its answer in one sentence.
    """

    rulebook: str
    rules: tuple[str, ...]
    says: str


@frozen
class Disagreement:
    """A question that documents of a game answer differently.

    Attributes:
        slug: URL part.
        question: the question.
        interpretations: ids of the interpretations about it.
        statements: the answers, one per document.
    """

    slug: str
    question: str
    interpretations: tuple[str, ...]
    statements: tuple[Statement, ...]
