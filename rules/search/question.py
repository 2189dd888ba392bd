"""Reads a question: numbers, spelling repaired from the documents' own words, synonyms of other games."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.search.documents import Change, Reason
from rules.search.everyday import EVERYDAY
from rules.search.words import Word, content, is_function_word, stem, words

MOST_CHARACTERS = 600
MOST_WORDS = 48
SYNONYM_KEEPS = 0.35
"""Weight of a word that has a synonym: the documents may use it too, in its plain sense."""
SHORTEST_REPAIRED = 4
ALIKE, ALIKE_WHEN_SHORT = 0.75, 0.8
"""How like an unknown word one of the documents must be to replace it: 1 minus edits divided by the longer length."""
PARAPHRASE = 0.6
"""Weight of the words searched for beside a plain phrase."""

_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)+[a-z]?(?:\[\d\])?(?![\d.]*\d)", re.IGNORECASE)
_WHOLE_NUMBER = re.compile(r"^\s*(?:rules?|section|§+|#)?\s*(\d{1,4}[a-z]?(?:\[\d\])?)\s*\.?\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the index reads it.

    Attributes:
        numbers: the rule numbers it names.
        weights: the weight of each stem that is searched for.
        pairs: stems that stand side by side in it.
        subject: its stems in order, as read; compared with names.
        changes: where it was read otherwise than written.
    """

    numbers: tuple[str, ...]
    weights: Mapping[str, float]
    pairs: tuple[tuple[str, str], ...]
    subject: tuple[str, ...]
    changes: tuple[Change, ...]


class Thesaurus:
    """What other words mean in the documents: phrases and the words to search for instead.

    Args:
        synonyms: pairs of a phrase and what the documents call it.
        paraphrases: pairs of a plain phrase and words to search for beside it.
    """

    def __init__(self, synonyms: Iterable[tuple[str, str]], paraphrases: Iterable[tuple[str, str]]) -> None:
        self.vocabulary: Counter[str] = Counter()
        self._synonyms = self._table(synonyms)
        self._paraphrases = self._table(paraphrases)
        self.longest = max(map(len, [*self._synonyms, *self._paraphrases]), default=0)

    def _table(self, pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, ...], list[str]]:
        table: dict[tuple[str, ...], list[str]] = {}
        for phrase, meaning in pairs:
            phrase_words = tuple(words(phrase))
            table.setdefault(tuple(word.stem for word in phrase_words), []).append(meaning)
            self.vocabulary.update(word.plain for word in phrase_words)
        return table

    def look_up(self, phrase: list[Word]) -> "Reading | None":
        """Return how a phrase is read, ``None`` when it is not in the thesaurus."""
        stems = tuple(word.stem for word in phrase)
        synonyms, paraphrases = self._synonyms.get(stems, ()), self._paraphrases.get(stems, ())
        return Reading(phrase, tuple(synonyms), tuple(paraphrases)) if synonyms or paraphrases else None


@dataclass(frozen=True, slots=True)
class Reading:
    """A piece of a question: a phrase of the thesaurus, or a single word without meanings."""

    phrase: list[Word]
    synonyms: tuple[str, ...] = ()
    paraphrases: tuple[str, ...] = ()


class Reader:
    """Reads questions for one set of documents.

    Args:
        vocabulary: the documents' words in plain form, with how often each occurs.
        thesaurus: the synonyms.
    """

    def __init__(self, vocabulary: Counter[str], thesaurus: Thesaurus) -> None:
        self._thesaurus = thesaurus
        self._known = {stem(plain) for plain in vocabulary} | {stem(plain) for plain in thesaurus.vocabulary}
        self._frequency = vocabulary + thesaurus.vocabulary
        self._spellings = sorted(plain for plain in self._frequency if len(plain) > 3 and plain.isalpha())

    def read(self, text: str) -> Question:
        """Return what is searched for. Any text is a question; what means nothing here is passed over."""
        text = text[:MOST_CHARACTERS]
        whole = _WHOLE_NUMBER.match(text)
        numbers = (whole[1].casefold(),) if whole else tuple(match[0].casefold() for match in _NUMBER.finditer(text))
        changes: list[Change] = []
        asked = [self._spelled(word, changes) for word in list(words(text))[:MOST_WORDS]]
        weights: dict[str, float] = {}
        subject: list[str] = []
        for reading in self._readings(asked):
            changes += _weigh(reading, weights, subject)
        return Question(numbers, weights, tuple(pairwise(subject)), tuple(subject), tuple(dict.fromkeys(changes)))

    def _readings(self, asked: list[Word]) -> Iterator[Reading]:
        """Yield the question in pieces: the longest phrases of the thesaurus, and single words."""
        at = 0
        while at < len(asked):
            for length in range(min(self._thesaurus.longest, len(asked) - at), 0, -1):
                reading = self._thesaurus.look_up(asked[at : at + length])
                if reading is not None:
                    break
            else:
                reading = Reading([asked[at]])
            yield reading
            at += len(reading.phrase)

    def _spelled(self, word: Word, changes: list[Change]) -> Word:
        """Return the word, or the documents' word that it seems to be a slip for."""
        known = word.stem in self._known or is_function_word(word.plain) or word.plain in EVERYDAY
        if known or len(word.plain) < SHORTEST_REPAIRED or not word.plain.isalpha():
            return word
        alike = ALIKE if len(word.plain) > SHORTEST_REPAIRED else ALIKE_WHEN_SHORT
        near = process.extract(
            word.plain, self._spellings, scorer=OSA.normalized_similarity, score_cutoff=alike, limit=8
        )
        same_start = [
            (-likeness, -self._frequency[plain], plain) for plain, likeness, _ in near if plain[0] == word.plain[0]
        ]
        if not same_start:
            return word
        plain = min(same_start)[-1]
        changes.append(Change(word.plain, plain, Reason.SPELLING))
        return Word(stem(plain), plain, word.start, word.end)


def _weigh(reading: Reading, weights: dict[str, float], subject: list[str]) -> Iterator[Change]:
    """Add the stems of a piece of the question to the weights and to the subject, and yield the changes it made."""

    def add(stems: Iterable[str], weight: float) -> None:
        for each in stems:
            weights[each] = max(weights.get(each, 0.0), weight)

    kept = [word.stem for word in reading.phrase if not is_function_word(word.plain)]
    add(kept, SYNONYM_KEEPS if reading.synonyms else 1.0)
    for meaning in reading.paraphrases:
        add(*_shared(meaning, PARAPHRASE))
    for meaning in reading.synonyms:
        add(*_shared(meaning, 1.0))
        yield Change(" ".join(word.plain for word in reading.phrase), meaning, Reason.SYNONYM)
    subject += [word.stem for word in content(reading.synonyms[0])] if reading.synonyms else kept


def _shared(meaning: str, weight: float) -> tuple[list[str], float]:
    """Return the stems of a meaning, and the weight of each: several words mean one thing, and weigh little more."""
    stems = [word.stem for word in content(meaning)]
    return stems, weight / math.sqrt(max(len(stems), 1))
