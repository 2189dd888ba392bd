"""Search index: exact numbers and names, BM25 scores, letter similarity."""

from collections import defaultdict
from collections.abc import Iterable
from heapq import nlargest
from typing import Any

from rules.search import query as query_parser
from rules.search.documents import Document, Hit, Results
from rules.search.index_tables import WHOLE_DOCUMENT, Tables, build_tables
from rules.search.letter_similarity import IDENTICAL, letter_similarity
from rules.search.query import Query
from rules.search.thesaurus import Thesaurus

COMPARISON_DIVISOR = 2
"""Documents below 1/2 of the best word score are not compared by letters."""
LETTERS, WORDS = 2, 1
"""Weights of letter similarity and word score."""
NO_SYNONYMS = Thesaurus()


class SearchIndex:
    """A search index of documents.

    Args:
        documents: the documents to search.
        thesaurus: synonyms for queries.

    Attributes:
        documents: the documents, by number.
        tables: the lookup tables, also used by the search script in the browser.
    """

    def __init__(self, documents: Iterable[Document], thesaurus: Thesaurus = NO_SYNONYMS) -> None:
        self.documents = tuple(documents)
        self.tables: Tables = build_tables(self.documents, thesaurus)
        self._signatures = self.tables.signatures
        self._owners = [index for index, _passage in self.tables.entries]
        self._orders = [document.order for document in self.documents]

    def search(self, text: str, limit: int = 8) -> Results:
        """Return the ``limit`` most relevant documents for a query.

        Any text is a valid query; there is no query syntax.
        """
        query = query_parser.parse_query(self.tables, text)
        scores, passages = self._score_documents(query)
        top = self._add_letter_similarity(query, scores)
        exact = self._exact_matches(query)
        for rank, index in enumerate(reversed(exact)):
            scores[index] = top + 1 + rank
            passages[index] = WHOLE_DOCUMENT
        best = nlargest(max(limit, 0), ((score, -self._orders[index], -index) for index, score in scores.items()))
        hits = tuple(
            self._build_hit(query, -index, score, passages.get(-index, WHOLE_DOCUMENT), exact)
            for score, _, index in best
        )
        return Results(hits, query.changes, query.about, self.tables.vocabulary)

    def as_json(self) -> dict[str, Any]:
        """Return the index as JSON data for the search script in the browser."""
        return {**self.tables.as_json(), "orders": self._orders}

    def _build_hit(self, query: Query, index: int, score: int, passage: int, exact: list[int]) -> Hit:
        document = self.documents[index]
        return Hit(
            id=document.id,
            heading=document.heading,
            score=score,
            passage=None if passage == WHOLE_DOCUMENT else passage,
            named=index in exact,
            similarity=letter_similarity(query.letters, self._signatures[index]),
        )

    def _exact_matches(self, query: Query) -> list[int]:
        """Return the documents whose number or name is the query, in order."""
        numbered = {index for number in query.numbers for index in self.tables.numbers.get(number, ())}
        matches = sorted(numbered, key=lambda index: self.documents[index].order)
        spellings = [index for name in query.spellings for index in self.tables.spellings.get(name, ())]
        return list(dict.fromkeys([*matches, *spellings, *self.tables.names.get(query.subject, ())]))

    def _add_letter_similarity(self, query: Query, scores: dict[int, int]) -> int:
        """Add letter similarity to the scores of the best documents; return the highest.

        An exact match of an example query adds twice the best word score.
        """
        top = best_score = max(scores.values(), default=0)
        minimum = top // COMPARISON_DIVISOR
        for index, score in scores.items():
            if score > minimum:
                similarity = letter_similarity(query.letters, self._signatures[index])
                raised = score + top * similarity * LETTERS // (WORDS * IDENTICAL)
                scores[index] = raised
                best_score = max(best_score, raised)
        return best_score

    def _score_documents(self, query: Query) -> tuple[dict[int, int], dict[int, int]]:
        """Return score and best passage of each document with a word of the query."""
        entries: defaultdict[int, int] = defaultdict(int)
        for stem, weight in query.weights.items():
            for entry, impact in self.tables.postings[stem]:
                entries[entry] += weight * impact
        owners = self._owners
        scores: dict[int, int] = {}
        best: dict[int, int] = {}
        for entry, score in entries.items():
            index = owners[entry]
            previous = scores.get(index, 0)
            if score > previous or (score == previous and entry < best[index]):
                scores[index], best[index] = score, entry
        return scores, {index: self.tables.entries[entry][1] for index, entry in best.items()}
