"""Candidate pairings by player index, and exact methods.

The methods weigh every pair or only nearby pairs. When only pairs of players with nearby scores are weighed, the best
matching of each player with the nearest others gives an upper bound of the cost. Every other pair is then ruled out by
its reduced cost, as in column generation: half the cost of each player's cheapest pair, summed over all players, is a
lower bound of any matching, and a pair that costs more than its two halves and the distance of the bounds is in no
best matching. The cost of a pair is at least its squared gap, so pairs of distant players need not be weighed. The
pairs that remain contain every best matching: the result is exact on all levels.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge, Packing, Weighted, cheapest
from epic_events.pairings.methods.swiss.values import Cost, Method

SPARSE_FROM = 64
"""Minimum number of players for which this is faster than weighing every pair."""

GAP_LEVEL = 3
"""Index of the squared gaps among the cost levels."""

_WINDOW = 16  # partners on each side of a player that are weighed first
_MIN_SAVING = 4  # it is faster only if at most one in this many further pairs remains possible


def sparse_cheapest(field: Field, members: Sequence[int], packing: Packing) -> list[Edge] | None:
    """Return the best pairing by position in `members`, edges sorted.

    None if too few pairs can be ruled out.

    Args:
        field: the field.
        members: player indices; the bye may be the last.
        packing: layout of the cost of their pairs.
    """
    return _Search(field, members, packing).run()


class _Search:
    """Players in order of score, and the cost of their pairs."""

    def __init__(self, field: Field, members: Sequence[int], packing: Packing) -> None:
        self.field, self.packing = field, packing
        self.players = members[:-1] if members[-1] == field.bye else members
        self.members = members
        self.line = sorted(range(len(self.players)), key=lambda place: field.points[self.players[place]])
        self.points = [field.points[self.players[place]] for place in self.line]
        self.gap_scale = packing.scales[GAP_LEVEL]

    def run(self) -> list[Edge] | None:
        """Return the best pairing; None if too few pairs can be ruled out."""
        last = len(self.line)
        if any(one == other for one, other in zip(self.points, self.points[_WINDOW:], strict=False)):
            return None  # gaps rule out no pair within a large score group
        near = [(index + 1, min(index + _WINDOW + 1, last)) for index in range(last)]
        rows = self._weigh(self.members, near)
        matched = cheapest(len(self.members), rows, self.packing.bits)
        if matched is None:
            return None
        costs = {(a, b) if a < b else (b, a): cost for a, b, cost in rows}
        least = self._least_costs(rows)
        slack = 2 * sum(costs[edge] for edge in matched) - sum(least)
        further = self._possible_ranges(least, slack)
        if _MIN_SAVING * sum(stop - start for start, stop in further) > last**2:
            return None
        others = [row for row in self._weigh(self.players, further) if _is_possible(row, least, slack)]
        if not others:
            return matched
        possible = [row for row in rows if _is_possible(row, least, slack)]
        return cheapest(len(self.members), possible + others, self.packing.bits)

    def _weigh(self, members: Sequence[int], ranges: Sequence[tuple[int, int]]) -> list[Weighted]:
        """Return the pairs of each player with a range of the line and with the bye."""
        partners: list[Sequence[int]] = [()] * len(self.line)
        for place, (start, stop) in zip(self.line, ranges, strict=True):
            partners[place] = self.line[start:stop]
        return self.field.weighted(members, self.packing, partners)

    def _least_costs(self, rows: Sequence[Weighted]) -> list[int]:
        """Return a lower bound of the cost of each player's pairs, given the weighed ones."""
        least = [-1] * len(self.members)
        for index, place in enumerate(self.line):
            gaps = [self.points[index] - self.points[index - _WINDOW - 1]] if index > _WINDOW else []
            gaps += (
                [self.points[index + _WINDOW + 1] - self.points[index]] if index + _WINDOW + 1 < len(self.line) else []
            )
            if gaps:
                least[place] = min(gaps) ** 2 * self.gap_scale
        for a, b, cost in rows:
            if cost < least[a] or least[a] < 0:
                least[a] = cost
            if cost < least[b] or least[b] < 0:
                least[b] = cost
        return least

    def _possible_ranges(self, least: Sequence[int], slack: int) -> list[tuple[int, int]]:
        """Return for each player the further part of the line that is still possible.

        Its gaps do not rule it out.
        """
        ranges = []
        most = slack + max(least)
        for at, place in enumerate(self.line):
            gap = isqrt((most + least[place]) // (2 * self.gap_scale))
            start = at + _WINDOW + 1
            ranges.append((start, max(start, bisect_right(self.points, self.points[at] + gap))))
        return ranges


def _is_possible(row: Weighted, least: Sequence[int], slack: int) -> bool:
    """Return True if the reduced cost of a pair does not rule it out."""
    return 2 * row[2] <= slack + least[row[0]] + least[row[1]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A complete pairing: its edges, their cost, and a lower bound of the cost."""

    edges: list[Edge]
    cost: Cost
    bound: Cost
    method: Method

    @property
    def proven(self) -> bool:
        """True if the pairing is proven optimal on every level."""
        return self.cost == self.bound


def best_among(field: Field, members: Sequence[int], excluded: Edge | None = None) -> list[Edge] | None:
    """Return the best pairing of an even number of players.

    The bye may be the last of them.

    Args:
        field: the field.
        members: indices of the players.
        excluded: a pair that must not be made.

    Returns:
        The pairs; None if the excluded pair leaves no pairing.
    """
    bye = bool(members) and members[-1] == field.bye
    packing = Packing.of(field.max_levels(members[:-1] if bye else members, bye=bye), len(members))
    if excluded is None and len(members) >= SPARSE_FROM:
        matched = sparse_cheapest(field, members, packing)
        if matched is not None:
            return [edge_of(members[a], members[b]) for a, b in matched]
    weighted = field.weighted(members, packing)
    if excluded is not None:
        weighted = [row for row in weighted if {members[row[0]], members[row[1]]} != set(excluded)]
    matched = cheapest(len(members), weighted, packing.bits)
    if matched is None:
        return None
    return [edge_of(members[a], members[b]) for a, b in matched]


def whole_field(field: Field) -> Candidate:
    """Return the optimal pairing by weighing every possible pair."""
    edges = best_among(field, range(field.nodes)) or []
    cost = field.cost(edges)
    return Candidate(edges, cost, cost, Method.WHOLE_FIELD)
