"""Precomputed search tables, with integer scores for identical results everywhere.

A posting's impact is the BM25F score of a stem in an entry (Robertson and Zaragoza, "The Probabilistic Relevance
Framework: BM25 and Beyond", 2009), rounded (Anh and Moffat, "Impact Transformation", 2002). A document has an entry for
each line of its text, so that a sentence counts in a long unit, and one for the whole. The words of its example queries
count in all entries; their letters are compared separately (``rules/search/letter_similarity.py``).
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from rules.search.documents import Document
from rules.search.letter_similarity import Signature, letter_signature
from rules.search.shorthand import SHORTHAND
from rules.search.thesaurus import Thesaurus
from rules.search.vocabulary import EVERYDAY, Vocabulary
from rules.search.words import (
    DEFINITION_WORDS,
    FUNCTION_WORDS,
    NUMBER_WORDS,
    QUESTION_WORDS,
    SHARED_STEMS,
    content_words,
    query_words,
    stem,
    words,
)

K = TypeVar("K")
T = TypeVar("T")

HEADING, CONTEXT, BODY, ASIDE, EXAMPLE_QUERY = 3.0, 2.5, 1.0, 0.5, 1.0
SATURATION = 1.2
LENGTH = 0.4
FULL, SYNONYM_ORIGINAL, PARAPHRASE = 100, 60, 60
"""Weights of a query word, of a query word replaced by a synonym, and of a paraphrase."""
BARE_NUMBER = 40
"""Weight of a bare number, which rarely names the subject."""
SCALE = 20
"""Factor from scores to integer impacts."""
WHOLE_DOCUMENT = -1
"""Passage number of an entry for a whole document."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A meaning of a thesaurus phrase.

    It has a displayed label, stems and their weight.
    """

    label: str
    stems: tuple[int, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class ContextMeaning:
    """The meaning of a phrase if the query contains one of the context words."""

    context: frozenset[int]
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class PhraseMeanings:
    """The meanings of a phrase.

    Attributes:
        synonyms: replacements, reported to the user.
        paraphrases: additional search words.
        in_context: replacements for all of these in certain contexts; the first match counts.
    """

    synonyms: tuple[Meaning, ...] = ()
    paraphrases: tuple[Meaning, ...] = ()
    in_context: tuple[ContextMeaning, ...] = ()


@dataclass(frozen=True)
class Tables:
    """The search tables; stems, documents and entries are numbered.

    Attributes:
        vocabulary: the vocabulary.
        phrases: thesaurus meanings by stems of the phrase.
        names: documents that define a term, by its stems.
        spellings: the same by spelling, where stems are ambiguous: "defensive" is not "defense".
        numbers: documents by printed number.
        entries: document and passage of each entry, or ``WHOLE_DOCUMENT``.
        postings: entries with their impacts, for each stem.
        phrasings: heading and example queries of each document, as words.
    """

    vocabulary: Vocabulary
    phrases: Mapping[tuple[int, ...], PhraseMeanings]
    names: Mapping[tuple[int, ...], tuple[int, ...]]
    spellings: Mapping[str, tuple[int, ...]]
    numbers: Mapping[str, tuple[int, ...]]
    entries: tuple[tuple[int, int], ...]
    postings: tuple[tuple[tuple[int, int], ...], ...]
    phrasings: tuple[tuple[str, ...], ...]

    @cached_property
    def signatures(self) -> tuple[tuple[Signature, ...], ...]:
        """The signatures of ``phrasings``."""
        return tuple(
            tuple(letter_signature(phrasing.split(" ")) for phrasing in phrasings) for phrasings in self.phrasings
        )

    @cached_property
    def longest_phrase(self) -> int:
        """Number of words of the longest thesaurus phrase."""
        return max(map(len, self.phrases), default=0)

    def as_json(self) -> dict[str, Any]:
        """Return the tables as compact JSON data for the search script."""
        return {
            "words": " ".join(self.vocabulary.stems),
            "stems": list(self.vocabulary.stems.values()),
            "functionWords": " ".join(sorted(FUNCTION_WORDS)),
            "askingWords": " ".join(sorted(QUESTION_WORDS)),
            "definingWords": " ".join(sorted(DEFINITION_WORDS)),
            "everyday": " ".join(sorted(EVERYDAY)),
            "shorthand": {short: " ".join(to_meaning) for short, to_meaning in SHORTHAND.items()},
            "phrases": [
                [
                    list(phrase),
                    [[meaning.label, list(meaning.stems), meaning.weight] for meaning in meanings.synonyms],
                    [[list(meaning.stems), meaning.weight] for meaning in meanings.paraphrases],
                    [
                        [
                            sorted(context_meaning.context),
                            list(context_meaning.meaning.stems),
                            context_meaning.meaning.weight,
                        ]
                        for context_meaning in meanings.in_context
                    ],
                ]
                for phrase, meanings in self.phrases.items()
            ],
            "names": [[list(name), list(documents)] for name, documents in self.names.items()],
            "spelled": {name: list(documents) for name, documents in self.spellings.items()},
            "numbers": {number: list(documents) for number, documents in self.numbers.items()},
            "entries": [list(entry) for entry in self.entries],
            "postings": [_delta_encode(posts) for posts in self.postings],
            "ways": [list(phrasings) for phrasings in self.phrasings],
        }


def build_tables(documents: Iterable[Document], thesaurus: Thesaurus) -> Tables:
    """Build the tables of documents and a thesaurus."""
    return _Builder(tuple(documents), thesaurus).tables()


def _delta_encode(posts: Iterable[tuple[int, int]]) -> list[int]:
    """Return postings as a flat list of entry differences and impacts."""
    flat: list[int] = []
    last = 0
    for entry, impact in posts:
        flat += (entry - last, impact)
        last = entry
    return flat


class _Builder:
    """Collects word counts and builds the tables."""

    def __init__(self, documents: tuple[Document, ...], thesaurus: Thesaurus) -> None:
        self._documents = documents
        self._thesaurus = thesaurus
        self._counted: Counter[str] = Counter()
        self._entries: list[tuple[int, int]] = []
        self._frequencies: list[dict[str, float]] = []
        self._lengths: list[float] = []
        for index, document in enumerate(documents):
            self._count_document(index, document)
        self._count_words()
        self._rarity = self._rarities()
        self._postings: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)

    def _count_document(self, index: int, document: Document) -> None:
        passages: list[tuple[int, str]] = [
            (nth, line) for nth, passage in enumerate(document.passages) for line in passage.split("\n")
        ]
        if len(passages) != 1:
            passages.append((WHOLE_DOCUMENT, "\n".join(document.passages)))
        query_stems = Counter(
            each for phrasing in document.asked for each in {word.stem for word in query_words(phrasing)}
        )
        fixed = ((document.heading, HEADING), (document.context, CONTEXT), (document.asides, ASIDE))
        for passage, text in passages:
            frequencies: defaultdict[str, float] = defaultdict(float)
            for part, weight in ((text, BODY), *fixed):
                for word in query_words(part):
                    self._counted[word.plain] += 1
                    frequencies[word.stem] += weight
            self._lengths.append(sum(frequencies.values()))
            for each, phrasings in query_stems.items():
                frequencies[each] += EXAMPLE_QUERY * (1 + math.log(phrasings))
            self._entries.append((index, passage))
            self._frequencies.append(frequencies)

    def _count_words(self) -> None:
        for document in self._documents:
            self._counted.update(word.plain for phrasing in document.asked for word in query_words(phrasing))
            self._counted.update(word.plain for name in document.names for word in words(name))
        for texts in (*self._thesaurus.synonyms, *self._thesaurus.paraphrases, *self._thesaurus.in_context):
            self._counted.update(word.plain for text in texts for word in words(text))

    def _rarities(self) -> dict[str, float]:
        found_in: defaultdict[str, set[int]] = defaultdict(set)
        for (index, _passage), frequencies in zip(self._entries, self._frequencies, strict=True):
            for each in frequencies:
                found_in[each].add(index)
        count = len(self._documents)
        return {each: math.log(1 + (count - len(index) + 0.5) / (len(index) + 0.5)) for each, index in found_in.items()}

    def tables(self) -> Tables:
        numbers: defaultdict[str, list[int]] = defaultdict(list)
        by_order = sorted(range(len(self._documents)), key=lambda index: self._documents[index].order)
        for index in by_order:
            for number in self._documents[index].numbers:
                numbers[number.casefold()].append(index)
        stems = self._numbered_stems()
        self._fill_text()
        phrases, names = self._phrases(stems), self._names(stems)
        return Tables(
            vocabulary=Vocabulary({word: stems[stem(word)] for word in self._ordered_words()}),
            phrases=phrases,
            names=names,
            spellings=self._spellings(stems, names, phrases),
            numbers={number: tuple(index) for number, index in numbers.items()},
            entries=tuple(self._entries),
            postings=tuple(tuple(self._postings.get(each, ())) for each in stems),
            phrasings=tuple(
                tuple(
                    " ".join(word.plain for word in words(phrasing)) for phrasing in (document.heading, *document.asked)
                )
                for document in self._documents
            ),
        )

    def _ordered_words(self) -> list[str]:
        """Return the words by frequency, then related forms that occur only in queries."""
        ordered = sorted(self._counted, key=lambda word: (-self._counted[word], word))
        stems = {stem(word) for word in ordered}
        others = sorted({*NUMBER_WORDS, *(word for line in SHARED_STEMS for word in line.split())} - set(ordered))
        return ordered + [word for word in others if stem(word) in stems]

    def _numbered_stems(self) -> dict[str, int]:
        """Return the number of each stem, by first occurrence in the ordered words."""
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
                score = self._rarity[each] * frequency * (SATURATION + 1) / (frequency + norm)
                self._add_posting(each, entry, score * weight)

    def _add_posting(self, each: str, entry: int, score: float) -> None:
        if impact := round(SCALE * score):
            self._postings[each].append((entry, impact))

    def _names(self, stems: Mapping[str, int]) -> dict[tuple[int, ...], tuple[int, ...]]:
        names: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for index, document in enumerate(self._documents):
            for name in document.names:
                if key := tuple(stems[word.stem] for word in content_words(name)):
                    names[key].append(index)
        return {name: tuple(dict.fromkeys(index)) for name, index in names.items()}

    def _spellings(
        self,
        stems: Mapping[str, int],
        names: Mapping[tuple[int, ...], tuple[int, ...]],
        phrases: Mapping[tuple[int, ...], PhraseMeanings],
    ) -> dict[str, tuple[int, ...]]:
        """Return documents by spelling of their names, where stems alone are ambiguous."""
        with_text = [(index, document) for index, document in enumerate(self._documents) if document.passages]
        pairs = ((name, index) for index, document in with_text for name in document.names)
        spellings = _group_by_key((" ".join(word.plain for word in words(name)), index) for name, index in pairs)
        synonym_phrases = [set(phrase) for phrase, meanings in phrases.items() if meanings.synonyms]
        result: dict[str, tuple[int, ...]] = {}
        for spelling, alternatives in spellings.items():
            index = tuple(dict.fromkeys(alternatives))
            key = tuple(stems[word.stem] for word in content_words(spelling))
            if names.get(key, ())[: len(index)] != index or any(phrase <= set(key) for phrase in synonym_phrases):
                result[spelling] = index
        return result

    def _phrases(self, stems: Mapping[str, int]) -> dict[tuple[int, ...], PhraseMeanings]:
        def to_meaning(meaning: str, weight: int) -> Meaning:
            """Divide the weight of a meaning among its stems."""
            meaning_stems = tuple(stems[word.stem] for word in content_words(meaning))
            return Meaning(meaning, meaning_stems, round(weight / math.sqrt(max(len(meaning_stems), 1))))

        def key(phrase: str) -> tuple[int, ...]:
            return tuple(stems[word.stem] for word in words(phrase))

        synonyms = _group_by_key((key(phrase), to_meaning(label, FULL)) for phrase, label in self._thesaurus.synonyms)
        paraphrases = _group_by_key(
            (key(phrase), to_meaning(searched, PARAPHRASE)) for phrase, searched in self._thesaurus.paraphrases
        )
        in_context = _group_by_key(
            (key(phrase), ContextMeaning(frozenset(key(context)), to_meaning(searched, FULL)))
            for phrase, context, searched in self._thesaurus.in_context
        )
        return {
            phrase: PhraseMeanings(synonyms.get(phrase, ()), paraphrases.get(phrase, ()), in_context.get(phrase, ()))
            for phrase in dict.fromkeys((*synonyms, *paraphrases, *in_context))
            if phrase
        }


def _group_by_key(pairs: Iterable[tuple[K, T]]) -> dict[K, tuple[T, ...]]:
    """Return the values of each key, in order."""
    table: defaultdict[K, list[T]] = defaultdict(list)
    for key, value in pairs:
        table[key].append(value)
    return {key: tuple(entries) for key, entries in table.items()}
