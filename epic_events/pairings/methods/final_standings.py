"""Final standings of an event over all its stages.

Players who reached a later stage rank higher; within a stage, its own ranking counts. Tied players share a rank and
the following ranks are skipped (1, 2, 3, 3, 5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Ranking: TypeAlias = Sequence[tuple[int, int]]
"""Rank and player, best first; tied players share a rank."""


@dataclass(frozen=True)
class FinalStanding:
    """A row of the final standings.

    Attributes:
        rank: rank from 1; tied players share it.
        player: id of the player.
        stage: order of the last stage that the player reached.
    """

    rank: int
    player: int
    stage: int


def final_standings(stages: Iterable[tuple[int, Ranking]]) -> list[FinalStanding]:
    """Return the final standings, best first.

    Args:
        stages: order and ranking of each stage, last stage first.
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
    """Return the winner; None without players or if several share rank 1."""
    first = [row.player for row in ended[:2] if row.rank == 1]
    return first[0] if len(first) == 1 else None
