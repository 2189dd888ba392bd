"""Drawing by chance, with one number each time.

The standard library's ``choice`` and ``sample`` take several times as long, and most of random play is drawing.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")


def one(chance: random.Random, things: Sequence[Thing]) -> Thing:
    """Return one of ``things``; nothing is drawn where there is no other."""
    count = len(things)
    return things[0] if count == 1 else things[int(chance.random() * count)]


def some(chance: random.Random, things: Iterable[Thing], count: int) -> list[Thing]:
    """Return ``count`` different ones of ``things``, in the order drawn."""
    left = list(things)
    drawn: list[Thing] = []
    for _ in range(count):
        index = int(chance.random() * len(left))
        drawn.append(left[index])
        left[index] = left[-1]
        left.pop()
    return drawn


def between(chance: random.Random, low: int, high: int) -> int:
    """Return a number from ``low`` to ``high``, both included."""
    return low + int(chance.random() * (high - low + 1))
