"""Outcomes of chance from a seed, the same on every machine and Python version.

Outcome ``n`` of a game (from 0, written or not) is output ``n`` of SplitMix64 for the seed, a number from 0 to 2^64 -
1, which the game converts to an outcome. So a written outcome does not change those after it.

>>> [splitmix64(0, n) for n in range(2)]
[16294208416658607535, 7960286522194355700]
"""

from typing import Final

from rules.judge.record.model import Record

_WORD: Final = 2**64 - 1
_GAMMA: Final = 0x9E3779B97F4A7C15
MAX_DIGITS: Final = 20


def splitmix64(seed: int, index: int) -> int:
    """Return output ``index`` of SplitMix64 (Steele, Lea and Flood 2014) for ``seed``."""
    mixed = (seed + (index + 1) * _GAMMA) & _WORD
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
    return mixed ^ (mixed >> 31)


def seed_of(record: Record) -> int | None:
    """Return the seed of a record; ``None`` if it has no valid one."""
    header = record.header("Seed")
    text = header.value.strip() if header else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None
