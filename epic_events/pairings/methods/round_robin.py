"""Round robin: everybody meets everybody, by the circle method.

One player stays, the others move on by one place each round; who faces whom across the circle meets. With an odd
number the place that stays is empty: whoever faces it has a bye, everybody once.
"""

from collections.abc import Sequence
from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 32

Round = list[tuple[int, int | None]]
"""Who meets whom; None is a bye."""


def rounds_needed(players: int, *, legs: int = 1) -> int:
    """Return how many rounds it takes until everybody has met everybody.

    >>> [rounds_needed(players) for players in (2, 3, 4, 7, 8)]
    [1, 3, 3, 7, 7]

    Args:
        players: how many take part.
        legs: how often everybody meets.
    """
    return legs * (players - 1 + players % 2)


def schedule(players: Sequence[int], *, legs: int = 1) -> list[Round]:
    """Return all rounds. Within a second leg everybody has the other seat.

    >>> schedule([1, 2, 3, 4])
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]

    Raises:
        ValueError: fewer than two players, more than 32, or one of them twice.
    """
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS or len(set(players)) != len(players):
        raise ValueError(f"A round robin has {MIN_PLAYERS} to {MAX_PLAYERS} different players: {players}.")
    circle: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    once = [_round(circle, turn) for turn in range(len(circle) - 1)]
    return [each if leg % 2 == 0 else _turned(each) for leg in range(legs) for each in once]


def _turned(once: Round) -> Round:
    return [(first, None) if second is None else (second, first) for first, second in once]


def _round(circle: Sequence[int | None], turn: int) -> Round:
    """Return a round: the last of the circle stays, the others have moved on by ``turn`` places."""
    moving, half = circle[:-1], len(circle) // 2
    around = [moving[(turn * half + at) % len(moving)] for at in range(len(moving))]
    pairs = [(around[0], circle[-1]), *((around[at], around[-at]) for at in range(1, half))]
    if turn % 2:  # whoever stays does not always have the same seat
        pairs[0] = (pairs[0][1], pairs[0][0])
    return [_seated(first, second) for first, second in pairs]


def _seated(first: int | None, second: int | None) -> tuple[int, int | None]:
    """Return a pair with the empty place, if any, behind the player."""
    if first is not None:
        return first, second
    assert second is not None, "only one place of the circle is empty"
    return second, None
