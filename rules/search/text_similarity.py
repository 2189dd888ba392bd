"""Similarity of two texts by shared words, weighted by rarity (TF-IDF cosine)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt
from typing import Final

from rules.search.words import is_function_word, words

SIMILAR: Final = 0.35
"""Minimum score of similar texts."""
MAX_CHARACTERS: Final = 4_000


class TextSimilarity:
    """Compares texts of one game.

    Args:
        background: texts of the game, such as its rules, for word frequencies.
    """

    def __init__(self, background: Iterable[str]) -> None:
        texts = [set(_stems(text)) for text in background]
        frequencies = Counter(stem for text in texts for stem in text)
        count = len(texts) + 1
        self._rarity: Final = {stem: log(count / (1 + number)) + 1 for stem, number in frequencies.items()}
        # A word that does not occur in the game may be a name: it gets the average weight.
        self._unknown: Final = sum(self._rarity.values()) / len(self._rarity) if self._rarity else 1.0

    def score(self, first: str, second: str) -> float:
        """Return the cosine similarity of two texts, from 0 to 1."""
        mine, its = self._weights(first), self._weights(second)
        shared = sum(mine[stem] * its[stem] for stem in mine.keys() & its.keys())
        return shared / (_length(mine) * _length(its)) if shared else 0.0

    def is_similar(self, first: str, *candidates: str) -> bool:
        """Return True if a text is similar to one of the candidates."""
        return any(self.score(first, second) >= SIMILAR for second in candidates)

    def _weights(self, text: str) -> dict[str, float]:
        return {stem: self._rarity.get(stem, self._unknown) for stem in _stems(text)}


def _length(weights: Mapping[str, float]) -> float:
    return sqrt(sum(weight * weight for weight in weights.values()))


def _stems(text: str) -> Iterable[str]:
    return [word.stem for word in words(text[:MAX_CHARACTERS]) if not is_function_word(word.plain)]
