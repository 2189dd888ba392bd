"""Reproducible weighted random draw of tables for deck checks.

A pure function of the seed and the candidates. Tables with leading players can have a higher weight, tables whose
decks were checked a lower one. Tables are drawn one after the other without replacement, with probability proportional
to weight. ``random.Random(seed).random()`` returns the same numbers in every Python version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

BASE_WEIGHT: Final = 4
"""Weight of a table without leaders and earlier checks."""
LEADER_FACTOR: Final = 3
"""Factor on the weight of a table with leading players."""
CHECKED_DIVISOR: Final = 4
"""Divisor of the weight for each earlier check of one of its decks."""


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A table that can be drawn.

    Attributes:
        table: table number; candidates are sorted by it before the draw.
        leading: True if one of its players is among the leaders.
        checks: number of earlier checks of its players' decks at this event.
    """

    table: int
    leading: bool = False
    checks: int = 0


def table_weight(candidate: Candidate, *, prefer_leaders: bool, prefer_unchecked: bool) -> int:
    """Return the weight of a table, at least 1.

    Args:
        candidate: the table.
        prefer_leaders: increase the weight of tables with leading players.
        prefer_unchecked: reduce the weight for each earlier check.

    >>> table_weight(Candidate(1, leading=True), prefer_leaders=True, prefer_unchecked=True)
    12
    >>> table_weight(Candidate(1, checks=2), prefer_leaders=True, prefer_unchecked=True)
    1
    """
    value = BASE_WEIGHT * (LEADER_FACTOR if prefer_leaders and candidate.leading else 1)
    return max(1, value // CHECKED_DIVISOR**candidate.checks) if prefer_unchecked else value


def pick_tables(
    seed: int,
    candidates: Sequence[Candidate],
    count: int,
    *,
    prefer_leaders: bool = False,
    prefer_unchecked: bool = True,
) -> tuple[int, ...]:
    """Return the drawn tables in draw order; all tables if there are no more.

    Args:
        seed: seed of the random generator.
        candidates: the tables, in any order.
        count: number of tables to draw.
        prefer_leaders: prefer tables with leading players.
        prefer_unchecked: prefer tables whose decks have not been checked.
    """
    chance = Random(seed)  # noqa: S311 - drawn again by everybody, not a secret
    left = sorted(candidates)
    drawn: list[int] = []
    while left and len(drawn) < count:
        weights = [table_weight(one, prefer_leaders=prefer_leaders, prefer_unchecked=prefer_unchecked) for one in left]
        mark = int(chance.random() * sum(weights))
        for place, value in enumerate(weights):
            mark -= value
            if mark < 0:
                drawn.append(left.pop(place).table)
                break
    return tuple(drawn)
