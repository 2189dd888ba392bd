"""The tables a search looks up, made once from the documents: whole numbers, so that everybody sums them alike.

A posting's impact is what BM25 over fields gives for a stem in an entry (Robertson and Zaragoza, "The Probabilistic
Relevance Framework: BM25 and Beyond", 2009), rounded (Anh and Moffat, "Impact Transformation", 2002). A document has an
entry for each line of its text, since a sentence must not drown in a long unit, and one for the whole of it. The words
of questions that people are known to have asked for it count in all of them: people ask in the words of people who
asked before; how such a question is put is compared apart (``rules/search/likeness.py``).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from rules.search.documents import Document
from rules.search.everyday import EVERYDAY
from rules.search.likeness import Signature, signature
from rules.search.shorthand import SHORTHAND
from rules.search.thesaurus import Thesaurus
from rules.search.vocabulary import Vocabulary
from rules.search.words import (
    ASKING_WORDS,
    DEFINING_WORDS,
    FUNCTION_WORDS,
    NUMBER_WORDS,
    ONE_STEM,
    content,
    stem,
    telling,
    words,
)

K = TypeVar("K")
T = TypeVar("T")

HEADING, CONTEXT, BODY, ASIDE, ALSO = 3.0, 2.5, 1.0, 0.5, 1.0
SATURATION = 1.2
LENGTH = 0.4
FULL, SYNONYM_KEEPS, PARAPHRASE = 100, 60, 60
"""Weight of a word of the question; of one that has a synonym, for the documents may use it too; of a paraphrase."""
FIGURE = 40
"""Weight of a bare number: it says how many, and seldom of what."""
SCALE = 20
"""Impacts are told in steps of a twentieth."""
WHOLE = -1
"""In place of a passage's number: an entry for a whole document."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase of the thesaurus is read as: its stems and the weight of each, and what to tell the reader."""

    told: str
    stems: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class InContext:
    """What a phrase means where one of some words stands in the same question, whatever it means elsewhere."""

    beside: frozenset[int]
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Readings:
    """The meanings of a phrase.

    Attributes:
        synonyms: what the documents call it; the reader is told.
        paraphrases: what is searched for beside it.
        in_context: what it means, instead of all these, in a certain company; the first that fits counts.
    """

    synonyms: tuple[Meaning, ...] = ()
    paraphrases: tuple[Meaning, ...] = ()
    in_context: tuple[InContext, ...] = ()


@dataclass(frozen=True)
class Tables:
    """Everything a search looks up; stems, documents and entries go by their numbers.

    Attributes:
        vocabulary: the words.
        phrases: the thesaurus, by the stems of each phrase.
        names: the documents that define a word, by its stems.
        spelled: the same by the word as it is spelled, where its stems lead elsewhere: "defensive" is no "defense".
        numbers: the documents under a printed number.
        entries: for each entry its document, and its passage or that it is the whole.
        postings: for each stem the entries that have it, with their impacts.
        ways: for each document how it is asked for: its heading and its known questions, as their words in order.
    """

    vocabulary: Vocabulary
    phrases: Mapping[tuple[int, ...], Readings]
    names: Mapping[tuple[int, ...], tuple[int, ...]]
    spelled: Mapping[str, tuple[int, ...]]
    numbers: Mapping[str, tuple[int, ...]]
    entries: tuple[tuple[int, int], ...]
    postings: tuple[tuple[tuple[int, int], ...], ...]
    ways: tuple[tuple[str, ...], ...]

    @cached_property
    def signatures(self) -> tuple[tuple[Signature, ...], ...]:
        """The signatures of ``ways``."""
        return tuple(tuple(signature(way.split(" ")) for way in ways) for ways in self.ways)

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
            "askingWords": " ".join(sorted(ASKING_WORDS)),
            "definingWords": " ".join(sorted(DEFINING_WORDS)),
            "everyday": " ".join(sorted(EVERYDAY)),
            "shorthand": {short: " ".join(meant) for short, meant in SHORTHAND.items()},
            "phrases": [
                [
                    list(phrase),
                    [[meaning.told, list(meaning.stems), meaning.weight] for meaning in readings.synonyms],
                    [[list(meaning.stems), meaning.weight] for meaning in readings.paraphrases],
                    [[sorted(one.beside), list(one.meaning.stems), one.meaning.weight] for one in readings.in_context],
                ]
                for phrase, readings in self.phrases.items()
            ],
            "names": [[list(name), list(documents)] for name, documents in self.names.items()],
            "spelled": {name: list(documents) for name, documents in self.spelled.items()},
            "numbers": {number: list(documents) for number, documents in self.numbers.items()},
            "entries": [list(entry) for entry in self.entries],
            "postings": [_stepped(posts) for posts in self.postings],
            "ways": [list(ways) for ways in self.ways],
        }


def build(documents: Iterable[Document], thesaurus: Thesaurus) -> Tables:
    """Return the tables of some documents, with what the words of questions about them mean."""
    return _Builder(tuple(documents), thesaurus).tables()


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

    def __init__(self, documents: tuple[Document, ...], thesaurus: Thesaurus) -> None:
        self._documents = documents
        self._thesaurus = thesaurus
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
        also = Counter(each for way in document.asked for each in {word.stem for word in telling(way)})
        fixed = ((document.heading, HEADING), (document.context, CONTEXT), (document.asides, ASIDE))
        for passage, text in passages:
            frequencies: defaultdict[str, float] = defaultdict(float)
            for part, weight in ((text, BODY), *fixed):
                for word in telling(part):
                    self._counted[word.plain] += 1
                    frequencies[word.stem] += weight
            self._lengths.append(sum(frequencies.values()))
            for each, ways in also.items():
                frequencies[each] += ALSO * (1 + math.log(ways))
            self._entries.append((at, passage))
            self._frequencies.append(frequencies)

    def _count_words(self) -> None:
        for document in self._documents:
            self._counted.update(word.plain for way in document.asked for word in telling(way))
            self._counted.update(word.plain for name in document.names for word in words(name))
        for texts in (*self._thesaurus.synonyms, *self._thesaurus.paraphrases, *self._thesaurus.in_context):
            self._counted.update(word.plain for text in texts for word in words(text))

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
        phrases, names = self._phrases(stems), self._names(stems)
        return Tables(
            vocabulary=Vocabulary({word: stems[stem(word)] for word in self._ordered_words()}),
            phrases=phrases,
            names=names,
            spelled=self._spelled(stems, names, phrases),
            numbers={number: tuple(at) for number, at in numbers.items()},
            entries=tuple(self._entries),
            postings=tuple(tuple(self._postings.get(each, ())) for each in stems),
            ways=tuple(
                tuple(" ".join(word.plain for word in words(way)) for way in (document.heading, *document.asked))
                for document in self._documents
            ),
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

    def _spelled(
        self,
        stems: Mapping[str, int],
        names: Mapping[tuple[int, ...], tuple[int, ...]],
        phrases: Mapping[tuple[int, ...], Readings],
    ) -> dict[str, tuple[int, ...]]:
        """Return the documents by their names as they are spelled, where their stems alone may lead elsewhere."""
        telling_all = [(at, document) for at, document in enumerate(self._documents) if document.passages]
        pairs = ((name, at) for at, document in telling_all for name in document.names)
        spelled = _grouped((" ".join(word.plain for word in words(name)), at) for name, at in pairs)
        read_otherwise = [set(phrase) for phrase, readings in phrases.items() if readings.synonyms]
        kept: dict[str, tuple[int, ...]] = {}
        for written, found in spelled.items():
            at = tuple(dict.fromkeys(found))
            key = tuple(stems[word.stem] for word in content(written))
            if names.get(key, ())[: len(at)] != at or any(phrase <= set(key) for phrase in read_otherwise):
                kept[written] = at
        return kept

    def _phrases(self, stems: Mapping[str, int]) -> dict[tuple[int, ...], Readings]:
        def meant(meaning: str, weight: int) -> Meaning:
            """Several words mean one thing, and weigh little more."""
            found = tuple(stems[word.stem] for word in content(meaning))
            return Meaning(meaning, found, round(weight / math.sqrt(max(len(found), 1))))

        def key(phrase: str) -> tuple[int, ...]:
            return tuple(stems[word.stem] for word in words(phrase))

        synonyms = _grouped((key(phrase), meant(told, FULL)) for phrase, told in self._thesaurus.synonyms)
        paraphrases = _grouped(
            (key(phrase), meant(sought, PARAPHRASE)) for phrase, sought in self._thesaurus.paraphrases
        )
        in_context = _grouped(
            (key(phrase), InContext(frozenset(key(beside)), meant(sought, FULL)))
            for phrase, beside, sought in self._thesaurus.in_context
        )
        return {
            phrase: Readings(synonyms.get(phrase, ()), paraphrases.get(phrase, ()), in_context.get(phrase, ()))
            for phrase in dict.fromkeys((*synonyms, *paraphrases, *in_context))
            if phrase
        }


def _grouped(pairs: Iterable[tuple[K, T]]) -> dict[K, tuple[T, ...]]:
    """Return what stands under each key, in order."""
    table: defaultdict[K, list[T]] = defaultdict(list)
    for key, one in pairs:
        table[key].append(one)
    return {key: tuple(found) for key, found in table.items()}
