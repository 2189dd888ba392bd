"""Reads a question: numbers, spelling repaired from the documents' own words, synonyms of other games."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.search.documents import Change, Reason
from rules.search.words import Word, content, is_function_word, stem, words

MOST_CHARACTERS = 600
MOST_WORDS = 48
SYNONYM_KEEPS = 0.35
"""Weight of a word that a synonym stands for: the document may use it too, in its plain sense."""

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
    """

    def __init__(self, synonyms: Iterable[tuple[str, str]] = ()) -> None:
        self._meanings: dict[tuple[str, ...], list[str]] = {}
        self.vocabulary: Counter[str] = Counter()
        for phrase, meaning in synonyms:
            phrase_words = tuple(words(phrase))
            self._meanings.setdefault(tuple(word.stem for word in phrase_words), []).append(meaning)
            self.vocabulary.update(word.plain for word in phrase_words)
        self.longest = max(map(len, self._meanings), default=0)

    def meanings(self, stems: tuple[str, ...]) -> tuple[str, ...]:
        """Return what the documents call a phrase, empty when it is none of the thesaurus."""
        return tuple(self._meanings.get(stems, ()))


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
        for phrase, meanings in self._phrases(asked):
            kept = [word for word in phrase if not is_function_word(word.plain)]
            for word in kept:
                weights[word.stem] = max(weights.get(word.stem, 0.0), SYNONYM_KEEPS if meanings else 1.0)
            if not meanings:
                subject += [word.stem for word in kept]
                continue
            said = " ".join(word.plain for word in phrase)
            for nth, meaning in enumerate(meanings):
                changes.append(Change(said, meaning, Reason.SYNONYM))
                stems = [word.stem for word in content(meaning)]
                subject += stems if nth == 0 else []
                for each in stems:
                    weights[each] = max(weights.get(each, 0.0), 1.0)
        pairs = tuple(pairwise(subject))
        return Question(numbers, weights, pairs, tuple(subject), tuple(changes))

    def _phrases(self, asked: list[Word]) -> Iterator[tuple[list[Word], tuple[str, ...]]]:
        """Yield the question in pieces: the longest phrases of the thesaurus with their meanings, and single words."""
        at = 0
        while at < len(asked):
            for length in range(min(self._thesaurus.longest, len(asked) - at), 0, -1):
                phrase = asked[at : at + length]
                meanings = self._thesaurus.meanings(tuple(word.stem for word in phrase))
                if meanings:
                    yield phrase, meanings
                    at += length
                    break
            else:
                yield [asked[at]], ()
                at += 1

    def _spelled(self, word: Word, changes: list[Change]) -> Word:
        """Return the word, or the documents' word that it seems to be a slip for."""
        known = word.stem in self._known or is_function_word(word.plain)
        if known or len(word.plain) < 4 or len(word.plain) > 24 or not word.plain.isalpha():
            return word
        allowed = 1 if len(word.plain) < 6 else 2
        near = process.extract(word.plain, self._spellings, scorer=OSA.distance, score_cutoff=allowed, limit=8)
        same_start = [(round(distance), plain) for plain, distance, _ in near if plain[0] == word.plain[0]]
        if not same_start:
            return word
        distance, plain = min(same_start, key=lambda found: (found[0], -self._frequency[found[1]], found[1]))
        if distance == 2 and abs(len(plain) - len(word.plain)) == 2 and len(word.plain) < 8:
            return word
        changes.append(Change(word.plain, plain, Reason.SPELLING))
        return Word(stem(plain), plain, word.start, word.end)
