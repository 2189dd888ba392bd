"""A small index that answers a judge's question: number, spelling, synonyms, impacts summed, titles first."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from rules.search import question as reading
from rules.search.documents import Document, Hit, Results
from rules.search.question import Question
from rules.search.tables import KNOWN_QUESTION, WHOLE, Tables, build


class SearchIndex:
    """The documents of one kind and version, ready to be asked.

    Args:
        documents: what can be found.
        synonyms: pairs of a phrase and what the documents call it; the answer says that it was read so.
        paraphrases: pairs of a plain phrase and words to search for beside it, without a word about it.

    Attributes:
        documents: what can be found, by number.
        tables: what is looked up; the same in a script on a page.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        synonyms: Iterable[tuple[str, str]] = (),
        paraphrases: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.documents = tuple(documents)
        self.tables: Tables = build(self.documents, synonyms, paraphrases)

    def search(self, text: str, limit: int = 8) -> Results:
        """Return the best answers to a question, at most ``limit``.

        Every text is taken as words: no character has a meaning of its own, and no text is an error.
        """
        question = reading.read(self.tables, text)
        best = self._scored(question)
        top = max((score for score, _ in best.values()), default=0)
        pinned = self._pinned(question)
        for rank, at in enumerate(reversed(pinned)):
            best[at] = (top + 1 + rank, WHOLE)
        order = sorted(best, key=lambda at: (-best[at][0], self.documents[at].order))[: max(limit, 0)]
        hits = tuple(self._hit(at, *best[at], named=at in pinned) for at in order)
        return Results(hits, question.changes, frozenset(question.weights), self.tables.vocabulary)

    def as_json(self) -> dict[str, Any]:
        """Return what a script needs to rank as :meth:`search` does, as plain values."""
        return {**self.tables.as_json(), "orders": [document.order for document in self.documents]}

    def _hit(self, at: int, score: int, passage: int, *, named: bool) -> Hit:
        document = self.documents[at]
        return Hit(document.id, document.heading, score, None if passage == WHOLE else passage, named)

    def _pinned(self, question: Question) -> list[int]:
        """Return the documents that the question names, by number or by nothing but their name, in order."""
        numbered = {at for number in question.numbers for at in self.tables.numbers.get(number, ())}
        named = sorted(numbered, key=lambda at: self.documents[at].order)
        return list(dict.fromkeys([*named, *self.tables.names.get(question.subject, ())]))

    def _scored(self, question: Question) -> dict[int, tuple[int, int]]:
        """Return the score of every document in which a word of the question stands, and its best passage.

        A document counts by the best of its passages and the most like of its known questions.
        """
        scores: defaultdict[int, int] = defaultdict(int)
        for stem, weight in question.weights.items():
            for entry, impact in self.tables.postings[stem]:
                scores[entry] += weight * impact
        texts: dict[int, tuple[int, int]] = {}
        likest: defaultdict[int, int] = defaultdict(int)
        for entry in sorted(scores):
            at, passage = self.tables.entries[entry]
            if passage == KNOWN_QUESTION:
                likest[at] = max(likest[at], scores[entry])
            elif at not in texts or scores[entry] > texts[at][0]:
                texts[at] = (scores[entry], passage)
        for at, likeness in likest.items():
            score, passage = texts.get(at, (0, WHOLE))
            texts[at] = (score + likeness, passage)
        return texts
