"""What is searched and what a search answers."""

from dataclasses import dataclass
from enum import Enum

from rules.search.vocabulary import Vocabulary
from rules.search.words import words


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that can be found: a rule, a card, a ruling.

    Attributes:
        id: what the hit is called by.
        heading: its title, which weighs most.
        passages: its text, divided where its subject changes; each line of each is ranked on its own under the heading.
        context: the headings above it.
        asides: examples and remarks, which weigh least.
        asked: how people ask for it, each in loose words or a question; they do not make it longer.
        names: what it is the definition of; a question that is nothing but such a name puts it first.
        numbers: the numbers it answers to.
        order: breaks ties; lower comes first.
        weight: factor on its score, below 1 for what is rarely an answer.
    """

    id: str
    heading: str
    passages: tuple[str, ...] = ()
    context: str = ""
    asides: str = ""
    asked: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    order: int = 0
    weight: float = 1.0


class Reason(Enum):
    """Why a word of the question was read as another."""

    SPELLING = "spelling"
    BEGINNING = "beginning"
    SYNONYM = "synonym"


@dataclass(frozen=True, slots=True)
class Change:
    """A word of the question that was read as another: "showing ``used`` for ``asked``"."""

    asked: str
    used: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that answers, perhaps.

    Attributes:
        id: the document's id.
        heading: the document's heading.
        score: larger is better; comparable within one answer only.
        passage: which of the document's passages matches best, from 0; ``None`` when that is its name, its number or
            the whole of it.
        named: whether the question names the document, by its number or by nothing but its name.
        alike: how like the question is to the document's known questions, letter by letter, in thousandths; unlike the
            score it compares with hits of other indexes.
    """

    id: str
    heading: str
    score: int
    passage: int | None
    named: bool = False
    alike: int = 0


@dataclass(frozen=True, slots=True)
class Results:
    """The answer to one question.

    Attributes:
        hits: the documents found, best first.
        changes: how the question was read, where not as it was written.
        stems: the numbers of the stems that were searched for, for marking them.
        vocabulary: the words of the documents.
    """

    hits: tuple[Hit, ...]
    changes: tuple[Change, ...]
    stems: frozenset[int]
    vocabulary: Vocabulary

    def marks(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return where the words searched for stand in a text, as (start, end) pairs of character indexes."""
        return tuple((word.start, word.end) for word in words(text) if self.vocabulary.stem(word.plain) in self.stems)
