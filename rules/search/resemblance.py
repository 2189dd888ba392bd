"""How much two texts are about the same: by the words they share, rare words counting more than common ones.

For lists of what resembles a text, which show nothing rather than what merely shares everyday words of the game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt
from typing import Final

from rules.search.words import is_function_word, words

ENOUGH: Final = 0.35
"""The least resemblance at which two texts are about the same."""
MOST_CHARACTERS: Final = 4_000


class Resemblance:
    """Compares texts of one game.

    Args:
        background: texts of the game, its rules for instance, which tell how common its words are.
    """

    def __init__(self, background: Iterable[str]) -> None:
        texts = [set(_stems(text)) for text in background]
        frequencies = Counter(stem for text in texts for stem in text)
        count = len(texts) + 1
        self._rarity: Final = {stem: log(count / (1 + number)) + 1 for stem, number in frequencies.items()}
        # A word that the game does not know may be a name: it counts as much as a word on average.
        self._unknown: Final = sum(self._rarity.values()) / len(self._rarity) if self._rarity else 1.0

    def of(self, one: str, other: str) -> float:
        """Return the cosine of two texts by the rarity of their words: 0 for nothing in common, 1 for the same."""
        mine, its = self._weights(one), self._weights(other)
        shared = sum(mine[stem] * its[stem] for stem in mine.keys() & its.keys())
        return shared / (_length(mine) * _length(its)) if shared else 0.0

    def is_enough(self, one: str, *others: str) -> bool:
        """Return True if a text is about the same as one of ``others``."""
        return any(self.of(one, other) >= ENOUGH for other in others)

    def _weights(self, text: str) -> dict[str, float]:
        return {stem: self._rarity.get(stem, self._unknown) for stem in _stems(text)}


def _length(weights: Mapping[str, float]) -> float:
    return sqrt(sum(weight * weight for weight in weights.values()))


def _stems(text: str) -> Iterable[str]:
    return [word.stem for word in words(text[:MOST_CHARACTERS]) if not is_function_word(word.plain)]
