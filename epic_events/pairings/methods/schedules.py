"""Round robin by the circle method, and the recommended number of Swiss rounds.

In a round robin one player stays, the others move one place per round; players opposite each other meet. With an odd
number of players the staying place is empty, and the player opposite it has the bye.

Sources of the recommended numbers: Magic Tournament Rules, appendix E; for up to eight players the Flesh and Blood
tournament policy.
"""

from collections.abc import Sequence
from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 32

Round = list[tuple[int, int | None]]
"""Pairs of players; None is a bye."""


def rounds_needed(players: int, *, legs: int = 1) -> int:
    """Return the number of rounds of a complete round robin.

    >>> [rounds_needed(players) for players in (2, 3, 4, 7, 8)]
    [1, 3, 3, 7, 7]

    Args:
        players: number of players.
        legs: number of meetings of each two players.
    """
    return legs * (players - 1 + players % 2)


def schedule(players: Sequence[int], *, legs: int = 1) -> list[Round]:
    """Return all rounds. In a second leg players swap seats.

    >>> schedule([1, 2, 3, 4])
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]

    Raises:
        ValueError: fewer than 2 or more than 32 players, or a duplicate player.
    """
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS or len(set(players)) != len(players):
        raise ValueError(f"A round robin has {MIN_PLAYERS} to {MAX_PLAYERS} different players: {players}.")
    circle: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    once = [_round(circle, turn) for turn in range(len(circle) - 1)]
    return [each if leg % 2 == 0 else _swap_seats(each) for leg in range(legs) for each in once]


def _swap_seats(once: Round) -> Round:
    return [(first, None) if second is None else (second, first) for first, second in once]


def _round(circle: Sequence[int | None], turn: int) -> Round:
    """Return a round after the players have moved `turn` places; the last one stays."""
    moving, half = circle[:-1], len(circle) // 2
    around = [moving[(turn * half + at) % len(moving)] for at in range(len(moving))]
    pairs = [(around[0], circle[-1]), *((around[at], around[-at]) for at in range(1, half))]
    if turn % 2:  # so that the staying player does not always have the same seat
        pairs[0] = (pairs[0][1], pairs[0][0])
    return [_order_pair(first, second) for first, second in pairs]


def _order_pair(first: int | None, second: int | None) -> tuple[int, int | None]:
    """Return a pair with the player first if the other place is empty."""
    if first is not None:
        return first, second
    assert second is not None, "only one place of the circle is empty"
    return second, None


_ROUNDS_UP_TO = ((2, 1), (8, 3), (32, 5), (64, 6), (128, 7), (226, 8), (409, 9))
_MAX_ROUNDS = 10


def recommended_rounds(players: int) -> int:
    """Return the number of Swiss rounds.

    A player with n awarded byes counts as 2**n players. Two players play one round, 3-8 players three, 9-32 five,
    33-64 six, 65-128 seven, 129-226 eight, 227-409 nine, more ten.

    >>> [recommended_rounds(players) for players in (2, 4, 8, 9, 33, 410)]
    [1, 3, 3, 5, 6, 10]
    """
    return next((rounds for most, rounds in _ROUNDS_UP_TO if players <= most), _MAX_ROUNDS)
