"""Searchable documents and search results."""

from dataclasses import dataclass
from enum import Enum

from rules.search.vocabulary import Vocabulary
from rules.search.words import words


@dataclass(frozen=True, slots=True)
class Document:
    """A searchable document: a rule, a card, a ruling.

    Attributes:
        id: identifier of the hit.
        heading: its title, with the highest weight.
        passages: its text by subject; each line is also ranked separately.
        context: the headings above it.
        asides: examples and notes, with the lowest weight.
        asked: example queries; they do not count for its length.
        names: terms that it defines; a query for such a term ranks it first.
        numbers: numbers that match it exactly.
        order: tie-break, lowest first.
        weight: factor on its score, below 1 for unlikely results.
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
    """Why a word of the query was replaced."""

    SPELLING = "spelling"
    BEGINNING = "beginning"
    SYNONYM = "synonym"


@dataclass(frozen=True, slots=True)
class Change:
    """A replaced word of the query, shown as "Showing ``used`` for ``asked``"."""

    asked: str
    used: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Hit:
    """A search result.

    Attributes:
        id: the document's id.
        heading: the document's heading.
        score: relevance, comparable only within one search.
        passage: index of the best passage, from 0; ``None`` for a match of name, number or whole document.
        named: whether the query is the document's number or name.
        similarity: letter similarity to the document's example queries, in thousandths; comparable between indexes.
    """

    id: str
    heading: str
    score: int
    passage: int | None
    named: bool = False
    similarity: int = 0


@dataclass(frozen=True, slots=True)
class Results:
    """The result of a search.

    Attributes:
        hits: documents found, best first.
        changes: replaced words of the query.
        stems: numbers of the stems searched for, for highlighting.
        vocabulary: the vocabulary of the documents.
    """

    hits: tuple[Hit, ...]
    changes: tuple[Change, ...]
    stems: frozenset[int]
    vocabulary: Vocabulary

    def marks(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the (start, end) indexes of the words to highlight in a text."""
        return tuple((word.start, word.end) for word in words(text) if self.vocabulary.stem(word.plain) in self.stems)
