"""Reproducible random numbers: FNV-1a for seeds, xorshift32 for sequences.

Scripts of the site compute the same seeds, and Python may change its own generator.
"""

from collections.abc import Mapping
from typing import Final

_MASK: Final = 0xFFFFFFFF
_DISCARDED: Final = 8
"""First values of a sequence that are not used: those of similar seeds are similar."""


def fnv1a(text: str) -> int:
    """Return the 32-bit FNV-1a hash of a text in UTF-8; never 0."""
    value = 0x811C9DC5
    for byte in text.encode("utf-8", "surrogatepass"):
        value = ((value ^ byte) * 0x01000193) & _MASK
    return value or 1


class RandomNumbers:
    """Random numbers of xorshift32.

    Args:
        seed: 1 to 2**32 - 1.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed
        for _ in range(_DISCARDED):
            self.number()

    def number(self) -> float:
        """Return a number of at least 0 and less than 1."""
        state = self._state
        state ^= (state << 13) & _MASK
        state ^= state >> 17
        state ^= (state << 5) & _MASK
        self._state = state
        return state / (_MASK + 1)

    def below(self, limit: int) -> int:
        """Return an integer of at least 0 and less than `limit`."""
        return int(self.number() * limit)

    def choice(self, weights: Mapping[str, float]) -> str:
        """Return a key, with a chance in proportion to its weight."""
        left = self.number() * sum(weights.values())
        for key, weight in weights.items():
            left -= weight
            if left < 0:
                return key
        return key
