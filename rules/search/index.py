"""A small index that answers a judge's question: number, spelling, synonyms, BM25, titles first.

Ranking is BM25 over fields (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009): a
word's occurrences in heading, context, text and asides are weighted and added before they saturate.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

from rules.search.asked import AskedBefore
from rules.search.documents import Document, Hit, Results
from rules.search.question import Question, Reader, Thesaurus
from rules.search.words import content

HEADING, CONTEXT, BODY, ASIDE, ALSO = 4.0, 2.5, 1.0, 0.2, 1.0
SATURATION = 1.2
LENGTH = 0.4
PAIR = 0.25
"""What two words of the question add that stand side by side in the text, as a share of their own worth."""
COVERED = 0.7
"""The share of a score that is kept however few of the question's words are found."""
ASKED = 0.75
"""What a question adds that was asked before word for word, as a share of the worth of its words."""


class SearchIndex:
    """The documents of one kind and version, ready to be asked.

    Args:
        documents: what can be found.
        synonyms: pairs of a phrase and what the documents call it; the answer says that it was read so.
        paraphrases: pairs of a plain phrase and words to search for beside it, without a word about it.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        synonyms: Iterable[tuple[str, str]] = (),
        paraphrases: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._documents = tuple(documents)
        self._postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        self._pairs: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
        self._lengths: list[float] = []
        self._owners: list[tuple[int, int | None]] = []
        self._names: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        self._numbers: defaultdict[str, list[int]] = defaultdict(list)
        vocabulary: Counter[str] = Counter()
        for at, document in enumerate(self._documents):
            self._add(at, document, vocabulary)
        self._average = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0
        found_in = {stem: len({self._owners[entry][0] for entry, _ in posts}) for stem, posts in self._postings.items()}
        count = len(self._documents)
        self._rarity = {stem: math.log(1 + (count - n + 0.5) / (n + 0.5)) for stem, n in found_in.items()}
        self._reader = Reader(vocabulary, Thesaurus(synonyms, paraphrases))
        self._asked = AskedBefore(
            (at, self._worth(self._reader.read(way)))
            for at, document in enumerate(self._documents)
            for way in document.asked
        )

    def _add(self, at: int, document: Document, vocabulary: Counter[str]) -> None:
        """Enter a document once for each line of each passage, and once whole when it has several.

        A sentence must not drown in a long unit, and a question may draw its words from all of it.
        """
        for name in document.names:
            self._names[tuple(word.stem for word in content(name))].append(at)
        for number in document.numbers:
            self._numbers[number.casefold()].append(at)
        passages: list[tuple[int | None, str]] = [
            (nth, line) for nth, passage in enumerate(document.passages) for line in passage.split("\n")
        ]
        if len(passages) != 1:
            passages.append((None, "\n".join(document.passages)))
        asked = {word.stem for way in document.asked for word in content(way)}
        vocabulary.update(word.plain for way in document.asked for word in content(way))
        fixed = ((document.heading, HEADING), (document.context, CONTEXT), (document.asides, ASIDE))
        for passage, text in passages:
            entry = len(self._owners)
            self._owners.append((at, passage))
            frequencies: defaultdict[str, float] = defaultdict(float)
            for part, weight in ((text, BODY), *fixed):
                found = content(part)
                vocabulary.update(word.plain for word in found)
                stems = [word.stem for word in found]
                for stem in stems:
                    frequencies[stem] += weight
                for pair in pairwise(stems):
                    self._pairs[pair].add(entry)
            self._lengths.append(float(sum(frequencies.values())))
            for stem in asked:
                frequencies[stem] += ALSO
            for stem, frequency in frequencies.items():
                self._postings[stem].append((entry, frequency))

    def search(self, text: str, limit: int = 8) -> Results:
        """Return the best answers to a question, at most ``limit``.

        Every text is taken as words: no character has a meaning of its own, and no text is an error.
        """
        question = self._reader.read(text)
        worth = self._worth(question)
        scores = self._scored(question, worth)
        best: dict[int, tuple[float, int | None]] = {}
        for entry, score in scores.items():
            at, passage = self._owners[entry]
            weighed = score * self._documents[at].weight
            if at not in best or weighed > best[at][0]:
                best[at] = (weighed, passage)
        for at, likeness in self._asked.likeness(worth).items():
            score, passage = best.get(at, (0.0, None))
            best[at] = (score + ASKED * likeness * sum(worth.values()), passage)
        top = max((score for score, _ in best.values()), default=0.0)
        pinned = self._pinned(question)
        for rank, at in enumerate(reversed(pinned)):
            best[at] = (top + 1.0 + rank, None)
        order = sorted(best, key=lambda at: (-best[at][0], self._documents[at].order))[: max(limit, 0)]
        hits = tuple(self._hit(at, *best[at], named=at in pinned) for at in order)
        return Results(hits, question.changes, frozenset(question.weights))

    def _hit(self, at: int, score: float, passage: int | None, *, named: bool) -> Hit:
        return Hit(self._documents[at].id, self._documents[at].heading, round(score, 4), passage, named)

    def _pinned(self, question: Question) -> list[int]:
        """Return the documents that the question names, by number or by nothing but their name, in order."""
        numbered = {at for number in question.numbers for at in self._numbers.get(number, ())}
        named = sorted(numbered, key=lambda at: self._documents[at].order)
        return list(dict.fromkeys([*named, *self._names.get(question.subject, ())]))

    def _worth(self, question: Question) -> dict[str, float]:
        """Return what finding each stem of a question is worth: its weight times its rarity."""
        return {stem: weight * self._rarity.get(stem, 0.0) for stem, weight in question.weights.items()}

    def _scored(self, question: Question, worth: dict[str, float]) -> dict[int, float]:
        """Return the score of every entry in which a word of the question stands."""
        asked = sum(worth.values())
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        for stem, value in worth.items():
            for entry, frequency in self._postings.get(stem, ()):
                norm = SATURATION * (1 - LENGTH + LENGTH * self._lengths[entry] / self._average)
                scores[entry] += value * frequency * (SATURATION + 1) / (frequency + norm)
                covered[entry] += value
        for first, second in question.pairs:
            for entry in self._pairs.get((first, second), ()):
                scores[entry] += PAIR * (worth.get(first, 0.0) + worth.get(second, 0.0))
        return {entry: score * (COVERED + (1 - COVERED) * covered[entry] / asked) for entry, score in scores.items()}
