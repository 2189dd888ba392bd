"""A small index that answers a judge's question: number, spelling, synonyms, impacts summed, titles first."""

from collections import defaultdict
from collections.abc import Iterable
from heapq import nlargest
from typing import Any

from rules.search import question as reading
from rules.search.documents import Document, Hit, Results
from rules.search.likeness import ALIKE, likeness
from rules.search.question import Question
from rules.search.tables import WHOLE, Tables, build
from rules.search.thesaurus import Thesaurus

WORTH_COMPARING = 2
"""What has not half of the best score by words is not compared letter by letter."""
LETTERS, WORDS = 2, 1
"""How much the likeness of letters counts beside the score by words."""
NOTHING_BESIDE = Thesaurus()


class SearchIndex:
    """The documents of one kind and version, ready to be asked.

    Args:
        documents: what can be found.
        thesaurus: what words of questions mean.

    Attributes:
        documents: what can be found, by number.
        tables: what is looked up; the same in a script on a page.
    """

    def __init__(self, documents: Iterable[Document], thesaurus: Thesaurus = NOTHING_BESIDE) -> None:
        self.documents = tuple(documents)
        self.tables: Tables = build(self.documents, thesaurus)
        self._signatures = self.tables.signatures
        self._owners = [at for at, _passage in self.tables.entries]
        self._orders = [document.order for document in self.documents]

    def search(self, text: str, limit: int = 8) -> Results:
        """Return the best answers to a question, at most ``limit``.

        Every text is taken as words: no character has a meaning of its own, and no text is an error.
        """
        question = reading.read(self.tables, text)
        scores, passages = self._scored(question)
        top = self._add_likeness(question, scores)
        pinned = self._pinned(question)
        for rank, at in enumerate(reversed(pinned)):
            scores[at] = top + 1 + rank
            passages[at] = WHOLE
        best = nlargest(max(limit, 0), ((score, -self._orders[at], -at) for at, score in scores.items()))
        hits = tuple(self._hit(question, -at, score, passages.get(-at, WHOLE), pinned) for score, _, at in best)
        return Results(hits, question.changes, question.about, self.tables.vocabulary)

    def as_json(self) -> dict[str, Any]:
        """Return what a script needs to rank as :meth:`search` does, as plain values."""
        return {**self.tables.as_json(), "orders": self._orders}

    def _hit(self, question: Question, at: int, score: int, passage: int, pinned: list[int]) -> Hit:
        document = self.documents[at]
        return Hit(
            id=document.id,
            heading=document.heading,
            score=score,
            passage=None if passage == WHOLE else passage,
            named=at in pinned,
            alike=likeness(question.letters, self._signatures[at]),
        )

    def _pinned(self, question: Question) -> list[int]:
        """Return the documents that the question names, by number or by nothing but their name, in order."""
        numbered = {at for number in question.numbers for at in self.tables.numbers.get(number, ())}
        named = sorted(numbered, key=lambda at: self.documents[at].order)
        spelled = [at for name in question.spelled for at in self.tables.spelled.get(name, ())]
        return list(dict.fromkeys([*named, *spelled, *self.tables.names.get(question.subject, ())]))

    def _add_likeness(self, question: Question, scores: dict[int, int]) -> int:
        """Raise the best documents by the letters that they share with the question, and return the highest score.

        What is asked in the very letters of its known questions gains twice the best score by words.
        """
        top = most = max(scores.values(), default=0)
        least = top // WORTH_COMPARING
        for at, score in scores.items():
            if score > least:
                alike = likeness(question.letters, self._signatures[at])
                raised = score + top * alike * LETTERS // (WORDS * ALIKE)
                scores[at] = raised
                most = max(most, raised)
        return most

    def _scored(self, question: Question) -> tuple[dict[int, int], dict[int, int]]:
        """Return the score of every document in which a word of the question stands, and the passage that is best."""
        entries: defaultdict[int, int] = defaultdict(int)
        for stem, weight in question.weights.items():
            for entry, impact in self.tables.postings[stem]:
                entries[entry] += weight * impact
        owners = self._owners
        scores: dict[int, int] = {}
        best: dict[int, int] = {}
        for entry, score in entries.items():
            at = owners[entry]
            before = scores.get(at, 0)
            if score > before or (score == before and entry < best[at]):
                scores[at], best[at] = score, entry
        return scores, {at: self.tables.entries[entry][1] for at, entry in best.items()}
