r"""Which of the open points of its rules a game asks for: what a game does not ask for makes no difference to it.

>>> asked: set[int] = set()
>>> readings = AskedReadings(b"\0\1", asked)
>>> readings[1], asked
(1, {1})
"""

from collections.abc import Iterable, Sequence
from typing import overload


class AskedReadings(Sequence[int]):
    """The readings taken of the open points, by their numbers; notes each that is looked at."""

    __slots__ = ("_asked", "_taken")

    def __init__(self, taken: Iterable[int], asked: set[int]) -> None:
        """Begin with the readings ``taken``; ``asked`` is where the numbers are noted."""
        self._taken = tuple(taken)
        self._asked = asked

    @overload
    def __getitem__(self, point: int) -> int: ...
    @overload
    def __getitem__(self, point: slice) -> Sequence[int]: ...
    def __getitem__(self, point: int | slice) -> int | Sequence[int]:
        """Return the reading taken of a point."""
        if isinstance(point, slice):
            self._asked.update(range(*point.indices(len(self._taken))))
            return self._taken[point]
        self._asked.add(point)
        return self._taken[point]

    def __len__(self) -> int:
        """Return how many numbers there are."""
        return len(self._taken)


def number_of(point: str) -> int:
    """Return the number of an open point by its id.

    >>> number_of("I-40")
    40
    """
    return int(point.rpartition("-")[2])
