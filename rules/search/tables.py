"""The tables a search looks up, made once from the documents: whole numbers, so that everybody sums them alike.

A posting's impact is what BM25 over fields gives for a stem in an entry (Robertson and Zaragoza, "The Probabilistic
Relevance Framework: BM25 and Beyond", 2009), rounded (Anh and Moffat, "Impact Transformation", 2002). A document has an
entry for each line of its text, since a sentence must not drown in a long unit, one for the whole of it, and one for
each question that people are known to have asked for it: people ask in the words of people who asked before.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.search.documents import Document
from rules.search.everyday import EVERYDAY
from rules.search.vocabulary import Vocabulary
from rules.search.words import FUNCTION_WORDS, NUMBER_WORDS, ONE_STEM, content, stem, words

HEADING, CONTEXT, BODY, ASIDE, ALSO = 4.0, 2.5, 1.0, 0.2, 1.0
SATURATION = 1.2
LENGTH = 0.4
ASKED = 1.5
"""Weight of a known question; its stems are taken as a vector of length 1, weighed by their rarity."""
FULL, SYNONYM_KEEPS, PARAPHRASE = 100, 35, 60
"""Weight of a word of the question; of one that has a synonym, for the documents may use it too; of a paraphrase."""
SCALE = 20
"""Impacts are told in steps of a twentieth."""
WHOLE, KNOWN_QUESTION = -1, -2
"""In place of a passage's number: an entry for a whole document, and one for a question known to be answered by it."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase of the thesaurus is read as: its stems and the weight of each, and what to tell the reader."""

    told: str
    stems: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Readings:
    """The meanings of a phrase: those that replace it, which the reader is told, and those searched for beside it."""

    synonyms: tuple[Meaning, ...]
    paraphrases: tuple[Meaning, ...]


@dataclass(frozen=True)
class Tables:
    """Everything a search looks up; stems, documents and entries go by their numbers.

    Attributes:
        vocabulary: the words.
        phrases: the thesaurus, by the stems of each phrase.
        names: the documents that define a word, by its stems.
        numbers: the documents under a printed number.
        entries: for each entry its document, and its passage or what else it is.
        postings: for each stem the entries that have it, with their impacts.
    """

    vocabulary: Vocabulary
    phrases: Mapping[tuple[int, ...], Readings]
    names: Mapping[tuple[int, ...], tuple[int, ...]]
    numbers: Mapping[str, tuple[int, ...]]
    entries: tuple[tuple[int, int], ...]
    postings: tuple[tuple[tuple[int, int], ...], ...]

    @cached_property
    def longest_phrase(self) -> int:
        """How many words the longest phrase of the thesaurus has."""
        return max(map(len, self.phrases), default=0)

    def as_json(self) -> dict[str, Any]:
        """Return the tables as plain values for a script, as small as they get before they are compressed."""
        return {
            "words": " ".join(self.vocabulary.stems),
            "stems": list(self.vocabulary.stems.values()),
            "functionWords": " ".join(sorted(FUNCTION_WORDS)),
            "everyday": " ".join(sorted(EVERYDAY)),
            "phrases": [
                [
                    list(phrase),
                    [[meaning.told, list(meaning.stems), meaning.weight] for meaning in readings.synonyms],
                    [[list(meaning.stems), meaning.weight] for meaning in readings.paraphrases],
                ]
                for phrase, readings in self.phrases.items()
            ],
            "names": [[list(name), list(documents)] for name, documents in self.names.items()],
            "numbers": {number: list(documents) for number, documents in self.numbers.items()},
            "entries": [list(entry) for entry in self.entries],
            "postings": [_stepped(posts) for posts in self.postings],
        }


def build(
    documents: Iterable[Document], synonyms: Iterable[tuple[str, str]], paraphrases: Iterable[tuple[str, str]]
) -> Tables:
    """Return the tables of some documents.

    Args:
        documents: what can be found.
        synonyms: pairs of a phrase and what the documents call it.
        paraphrases: pairs of a plain phrase and words to search for beside it.
    """
    return _Builder(tuple(documents), tuple(synonyms), tuple(paraphrases)).tables()


def _stepped(posts: Iterable[tuple[int, int]]) -> list[int]:
    """Return postings as one flat list, each entry as the step from the one before: small numbers compress well."""
    flat: list[int] = []
    last = 0
    for entry, impact in posts:
        flat += (entry - last, impact)
        last = entry
    return flat


class _Builder:
    """Reads the documents and counts."""

    def __init__(
        self,
        documents: tuple[Document, ...],
        synonyms: tuple[tuple[str, str], ...],
        paraphrases: tuple[tuple[str, str], ...],
    ) -> None:
        self._documents = documents
        self._synonyms, self._paraphrases = synonyms, paraphrases
        self._counted: Counter[str] = Counter()
        self._entries: list[tuple[int, int]] = []
        self._frequencies: list[dict[str, float]] = []
        self._lengths: list[float] = []
        for at, document in enumerate(documents):
            self._enter(at, document)
        self._count_words()
        self._rarity = self._rarities()
        self._postings: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)

    def _enter(self, at: int, document: Document) -> None:
        passages: list[tuple[int, str]] = [
            (nth, line) for nth, passage in enumerate(document.passages) for line in passage.split("\n")
        ]
        if len(passages) != 1:
            passages.append((WHOLE, "\n".join(document.passages)))
        also = Counter(each for way in document.asked for each in {word.stem for word in content(way)})
        fixed = ((document.heading, HEADING), (document.context, CONTEXT), (document.asides, ASIDE))
        for passage, text in passages:
            frequencies: defaultdict[str, float] = defaultdict(float)
            for part, weight in ((text, BODY), *fixed):
                for word in content(part):
                    self._counted[word.plain] += 1
                    frequencies[word.stem] += weight
            self._lengths.append(sum(frequencies.values()))
            for each, ways in also.items():
                frequencies[each] += ALSO * (1 + math.log(ways))
            self._entries.append((at, passage))
            self._frequencies.append(frequencies)

    def _count_words(self) -> None:
        for document in self._documents:
            self._counted.update(word.plain for way in document.asked for word in content(way))
            self._counted.update(word.plain for name in document.names for word in words(name))
        for phrase, meaning in (*self._synonyms, *self._paraphrases):
            self._counted.update(word.plain for text in (phrase, meaning) for word in words(text))

    def _rarities(self) -> dict[str, float]:
        found_in: defaultdict[str, set[int]] = defaultdict(set)
        for (at, _passage), frequencies in zip(self._entries, self._frequencies, strict=True):
            for each in frequencies:
                found_in[each].add(at)
        count = len(self._documents)
        return {each: math.log(1 + (count - len(at) + 0.5) / (len(at) + 0.5)) for each, at in found_in.items()}

    def tables(self) -> Tables:
        numbers: defaultdict[str, list[int]] = defaultdict(list)
        by_order = sorted(range(len(self._documents)), key=lambda at: self._documents[at].order)
        for at in by_order:
            for number in self._documents[at].numbers:
                numbers[number.casefold()].append(at)
        stems = self._numbered_stems()
        self._fill_text()
        self._fill_questions()
        return Tables(
            vocabulary=Vocabulary({word: stems[stem(word)] for word in self._ordered_words()}),
            phrases=self._phrases(stems),
            names=self._names(stems),
            numbers={number: tuple(at) for number, at in numbers.items()},
            entries=tuple(self._entries),
            postings=tuple(tuple(self._postings.get(each, ())) for each in stems),
        )

    def _ordered_words(self) -> list[str]:
        """Return the words, the most frequent first, then forms that a question may use and no document does."""
        ordered = sorted(self._counted, key=lambda word: (-self._counted[word], word))
        known = {stem(word) for word in ordered}
        others = sorted({*NUMBER_WORDS, *(word for line in ONE_STEM for word in line.split())} - set(ordered))
        return ordered + [word for word in others if stem(word) in known]

    def _numbered_stems(self) -> dict[str, int]:
        """Return the number of each stem, counted as they first occur in the list of words."""
        stems: dict[str, int] = {}
        for word in self._ordered_words():
            stems.setdefault(stem(word), len(stems))
        return stems

    def _fill_text(self) -> None:
        average = sum(self._lengths) / len(self._lengths) if any(self._lengths) else 1.0
        for entry, (frequencies, length) in enumerate(zip(self._frequencies, self._lengths, strict=True)):
            weight = self._documents[self._entries[entry][0]].weight
            norm = SATURATION * (1 - LENGTH + LENGTH * length / average)
            for each, frequency in frequencies.items():
                worth = self._rarity[each] * frequency * (SATURATION + 1) / (frequency + norm)
                self._post(each, entry, worth * weight)

    def _fill_questions(self) -> None:
        for at, document in enumerate(self._documents):
            for way in document.asked:
                worth = {word.stem: self._rarity[word.stem] for word in content(way)}
                length = math.sqrt(sum(value * value for value in worth.values()))
                for each, value in worth.items():
                    self._post(each, len(self._entries), ASKED * value * value / length)
                self._entries.append((at, KNOWN_QUESTION))

    def _post(self, each: str, entry: int, worth: float) -> None:
        if impact := round(SCALE * worth):
            self._postings[each].append((entry, impact))

    def _names(self, stems: Mapping[str, int]) -> dict[tuple[int, ...], tuple[int, ...]]:
        names: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for at, document in enumerate(self._documents):
            for name in document.names:
                if key := tuple(stems[word.stem] for word in content(name)):
                    names[key].append(at)
        return {name: tuple(dict.fromkeys(at)) for name, at in names.items()}

    def _phrases(self, stems: Mapping[str, int]) -> dict[tuple[int, ...], Readings]:
        synonyms = _by_phrase(self._synonyms, stems, FULL)
        paraphrases = _by_phrase(self._paraphrases, stems, PARAPHRASE)
        phrases = dict.fromkeys((*synonyms, *paraphrases))
        return {
            phrase: Readings(tuple(synonyms.get(phrase, ())), tuple(paraphrases.get(phrase, ()))) for phrase in phrases
        }


def _by_phrase(
    pairs: Iterable[tuple[str, str]], stems: Mapping[str, int], weight: int
) -> dict[tuple[int, ...], list[Meaning]]:
    """Return meanings by the stems of their phrases; several words mean one thing, and weigh little more."""
    table: defaultdict[tuple[int, ...], list[Meaning]] = defaultdict(list)
    for phrase, meaning in pairs:
        meant = tuple(stems[word.stem] for word in content(meaning))
        shared = round(weight / math.sqrt(max(len(meant), 1)))
        if key := tuple(stems[word.stem] for word in words(phrase)):
            table[key].append(Meaning(meaning, meant, shared))
    return table
