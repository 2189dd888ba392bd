"""Which tables are checked: a pure function of a seed and the candidates, so that everybody can draw again.

Each table has a weight: that of a table among the leaders is greater, and one whose decks have been checked counts less
with every check. Tables are drawn one after the other, each with a chance in proportion to its weight, by Python's own
generator begun with the seed (its ``random()`` is the same on every version).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

BASE_WEIGHT: Final = 4
"""Weight of a table of which nothing is said."""
LEADER_FACTOR: Final = 3
"""By how much a table among the leaders counts more."""
CHECKED_DIVISOR: Final = 4
"""By how much a table counts less for each earlier check of one of its decks."""


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A table that can be checked.

    Attributes:
        table: its number; tables are drawn from in this order.
        leading: whether one of its players is among the leaders.
        checks: how many checks its players' decks have had at this event.
    """

    table: int
    leading: bool = False
    checks: int = 0


def table_weight(candidate: Candidate, *, prefer_leaders: bool, prefer_unchecked: bool) -> int:
    """Return how much a table counts, at least 1.

    Args:
        candidate: the table.
        prefer_leaders: whether tables of leaders count more.
        prefer_unchecked: whether tables count less for every check.

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
    """Return the tables drawn, in the order in which they were drawn; all where there are not more.

    Args:
        seed: what chance is drawn from; same seed and candidates, same tables.
        candidates: the tables, in any order.
        count: how many to draw.
        prefer_leaders: whether tables of leaders count more.
        prefer_unchecked: whether tables count less for every earlier check.
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
