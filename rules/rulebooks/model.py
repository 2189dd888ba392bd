"""What a rules document is made of: units under printed numbers or headings, references, terms, disagreements."""

import hashlib
from enum import Enum

from rules.frozen import frozen


class Kind(Enum):
    """How the document prints a unit."""

    SECTION = "section"
    """A chapter title of a numbered document; it carries no number of its own and is not counted among the units."""
    HEADING = "heading"
    """A printed title, with or without text of its own below it."""
    RULE = "rule"
    """A rule without a printed title; its ``heading`` is a caption of ours."""


@frozen
class Note:
    """A remark of ours on a unit: a misprint, a duplicate, a question the printed text leaves open.

    Attributes:
        text: the remark.
        interpretation: the id of the numbered decision it rests on (``I-10``), or an empty string.
    """

    text: str
    interpretation: str = ""


@frozen
class Rule:
    """One unit of a rules document, restated.

    Attributes:
        id: the canonical citation: ``4.4.8``, ``4.4.6[2]`` for the second unit printed under one number,
            ``RB:battle-phase/before-damage-step`` in a document without numbers.
        slug: the unit's part of an address: ``4.4.8``, ``4.4.6-2``, ``battle-phase/before-damage-step``.
        number: the number the unit is cited by; empty in a document without numbers.
        printed: the number as printed, in brackets where it is a footnote; another than ``number`` only where the
            document misnumbers; empty where the number is ours.
        occurrence: 1 for the only or first unit under its number, 2 for the second.
        twice: whether the document prints the number more than once.
        order: position in the document, from 0.
        parent: the id of the unit it stands under, ``None`` at the top.
        kind: how the document prints it.
        heading: its printed title, or our caption where it has none.
        path: the headings above it, outermost first.
        text: the rule in light markup: paragraphs, ``- `` lists, ``**bold**``, ``[words](slug)``.
        examples: examples of ours, one string each.
        notes: remarks on misprints and open questions.
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
        """What a reader sees as the unit's name: its number as printed, or its heading where it has no number."""
        return self.printed if self._is_footnote else self.number or self.heading

    @property
    def misprinted(self) -> bool:
        """Whether the document prints another number than the one it is cited by."""
        return self.printed not in ("", self.number) and not self._is_footnote

    @property
    def _is_footnote(self) -> bool:
        return bool(self.number) and self.printed == f"[{self.number}]"

    @property
    def title(self) -> str:
        """The nearest heading above and the unit's own, as a result list shows them."""
        above = self.path[-1:] if len(self.path) > 1 or not self.number else ()
        return ": ".join((*above, self.heading))

    @property
    def text_hash(self) -> str:
        """A hash of what the rule says, 16 hexadecimal digits; white space, examples and notes do not count."""
        said = " ".join((self.heading if self.kind is not Kind.RULE else "", *self.text.split()))
        return hashlib.sha256(said.encode()).hexdigest()[:16]


@frozen
class Reference:
    """A place in a unit's text that names another unit.

    Attributes:
        start: index of its first character in the text.
        end: index after its last character.
        words: what a reader sees there.
        target: the unit it names, ``None`` where no unit of this document answers to it.
        rulebook: the slug of the other document it names a unit of; empty for a reference within the document.
        slug: the address of that unit in the other document.
    """

    start: int
    end: int
    words: str
    target: Rule | None
    rulebook: str = ""
    slug: str = ""


@frozen
class Term:
    """A word of the game, where the documents explain it, and what players of other games call it.

    Attributes:
        name: the word as this game writes it.
        meaning: one sentence that says what it is.
        rules: ids of the units of this document that explain it, the defining one first.
        synonyms: words of other games and of the table for the same thing.
        printed_index: where the document's own index sends the reader, empty when it has no entry.
    """

    name: str
    meaning: str
    rules: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    printed_index: str = ""


@frozen
class Statement:
    """What one document says where two documents of a game disagree.

    Attributes:
        rulebook: the document's slug.
        rules: ids of its units that say so.
        says: its answer in one sentence.
    """

    rulebook: str
    rules: tuple[str, ...]
    says: str


@frozen
class Disagreement:
    """A question that two documents of one game answer differently.

    Attributes:
        slug: its name in addresses.
        question: what is asked.
        interpretations: ids of the numbered decisions about it.
        statements: the answers, one for each document.
    """

    slug: str
    question: str
    interpretations: tuple[str, ...]
    statements: tuple[Statement, ...]
