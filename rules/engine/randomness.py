"""Random sampling with a single random number per draw.

The standard library's ``choice`` and ``sample`` take several times as long, and random play mostly samples.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def choose_one(chance: random.Random, things: Sequence[Item]) -> Item:
    """Return a random item; the generator is not used if there is only one."""
    count = len(things)
    return things[0] if count == 1 else things[int(chance.random() * count)]


def choose_some(chance: random.Random, things: Iterable[Item], count: int) -> list[Item]:
    """Return ``count`` different random items, in the order drawn."""
    remaining = list(things)
    drawn: list[Item] = []
    for _ in range(count):
        index = int(chance.random() * len(remaining))
        drawn.append(remaining[index])
        remaining[index] = remaining[-1]
        remaining.pop()
    return drawn


def random_int(chance: random.Random, low: int, high: int) -> int:
    """Return a random integer from ``low`` to ``high``, both included."""
    return low + int(chance.random() * (high - low + 1))
