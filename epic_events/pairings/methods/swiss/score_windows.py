"""Pairing in slices of neighbouring scores, each optimal, with conflicts repaired afterwards.

Fast, and always finds a pairing: for large fields without large score groups. The order of the levels holds within
each slice and for repairs; the difference between cost and bound limits the distance to the optimum.
"""

from collections.abc import Iterator

from epic_events.pairings.methods.swiss.candidate import Candidate, best_among
from epic_events.pairings.methods.swiss.field import NOTHING, Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge, min_squared_gaps
from epic_events.pairings.methods.swiss.score_line import min_levels_by_bye
from epic_events.pairings.methods.swiss.values import Cost, Method

SLICE = 128
"""Number of players per slice; even."""

MAX_REPAIRED = 64
"""Maximum number of repaired pairs; each one is compared with every other pair."""


def pair_by_score_windows(field: Field) -> Candidate:
    """Return a pairing: first the bye, then each slice, then exchanges that repair conflicts."""
    edges: list[Edge] = []
    line = [at for group in field.groups() for at in group]
    if field.nodes > field.bye:
        _, place = min_levels_by_bye(field, line)[0]
        edges.append((line.pop(place), field.bye))
    for members in _slices(line):
        edges.extend(best_among(field, members) or [])
    _repair_conflicts(field, edges)
    return Candidate(edges, field.cost(edges), simple_bound(field), Method.SLICES)


def _slices(line: list[int]) -> Iterator[list[int]]:
    """Yield slices of even length; a short rest is added to the last slice."""
    start = 0
    while start < len(line):
        stop = start + SLICE if len(line) - start >= 2 * SLICE else len(line)
        yield line[start:stop]
        start = stop


def _repair_conflicts(field: Field, edges: list[Edge]) -> None:
    """Exchange partners between each conflicting pair and the cheapest other pair."""
    broken = [at for at, edge in enumerate(edges) if edge[1] != field.bye and field.is_conflict(edge)]
    for at in broken[:MAX_REPAIRED]:
        if not field.is_conflict(edges[at]):
            continue
        gains = (
            (tuple(map(int.__sub__, _sum(field, new), _sum(field, (edges[at], edges[other])))), other, new)
            for other in range(len(edges))
            if other != at and edges[other][1] != field.bye
            for new in _exchanges(edges[at], edges[other])
        )
        best = min(gains, default=None)
        if best is not None and best[0] < NOTHING:
            edges[at], edges[best[1]] = best[2]


def _sum(field: Field, pairs: tuple[Edge, Edge]) -> tuple[int, ...]:
    return tuple(map(int.__add__, field.levels(*pairs[0]), field.levels(*pairs[1])))


def _exchanges(one: Edge, other: Edge) -> tuple[tuple[Edge, Edge], tuple[Edge, Edge]]:
    (a, b), (c, d) = one, other
    return (edge_of(a, c), edge_of(b, d)), (edge_of(a, d), edge_of(b, c))


def simple_bound(field: Field) -> Cost:
    """Return a lower bound of the cost: the cheapest bye, and gaps without any conflicts."""
    if field.nodes == field.bye:
        return Cost(squared_gaps=min_squared_gaps(field.points))
    least, _ = min_levels_by_bye(field, [at for group in field.groups() for at in group])[0]
    return Cost(*least[:4])
