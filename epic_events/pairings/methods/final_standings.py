"""Final standings of an event over all its stages: who won it, and where everybody else ended.

Whoever came further stands above whoever did not: first those of the last stage as they ended there, then of those who
did not reach it the ones of the stage before, and so on. A place counts everybody above it, so players level in their
stage share one and the places behind it stay empty (1, 2, 3, 3, 5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Ranking: TypeAlias = Sequence[tuple[int, int]]
"""Rank and player of everybody in a stage, best first; ranks are shared by players who are level."""


@dataclass(frozen=True)
class FinalStanding:
    """Where a player of an event ended.

    Attributes:
        rank: the place, from 1; shared by players who are level.
        player: who.
        stage: the order of the last stage this player reached, which decides the place.
    """

    rank: int
    player: int
    stage: int


def final_standings(stages: Iterable[tuple[int, Ranking]]) -> list[FinalStanding]:
    """Return the final standings, best first.

    Args:
        stages: the order and the ranking of each stage, the last one first.
    """
    found: dict[int, FinalStanding] = {}
    for stage, ranking in stages:
        left = [(rank, player) for rank, player in ranking if player not in found]
        above, level = len(found), 0
        for number, (rank, player) in enumerate(left):
            if number and rank != left[number - 1][0]:
                level = number
            found[player] = FinalStanding(above + level + 1, player, stage)
    return list(found.values())


def winner(ended: Sequence[FinalStanding]) -> int | None:
    """Return who has won; None where nobody played, and where several share the first place."""
    first = [row.player for row in ended[:2] if row.rank == 1]
    return first[0] if len(first) == 1 else None
