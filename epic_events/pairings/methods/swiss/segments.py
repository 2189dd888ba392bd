"""The relaxed problem: pools of wildcards and the segments between them.

The bye is in a segment or in a pool.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as attribute
from itertools import accumulate
from operator import add
from typing import Self

from epic_events.pairings.methods.swiss.field import NOTHING, Field, Levels, edge_of, random_noise
from epic_events.pairings.methods.swiss.matching import Edge, Packing, Weighted, cheapest, min_squared_gaps_without

MAX_NODES = 320
"""Maximum number of nodes of a segment."""


@dataclass(frozen=True, slots=True)
class Group:
    """A score group.

    Attributes:
        number: index from the top, from 0.
        points: match points of its players.
        alone: players that are weighed exactly.
        pool: the other players, represented by wildcards; empty for a small group.
    """

    number: int
    points: int
    alone: list[int]
    pool: list[int]

    @property
    def wildcard(self) -> int:
        """Node that stands for any player of the pool."""
        return ~self.number

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.alone) + len(self.pool)


@dataclass(frozen=True, slots=True)
class Solution:
    """Pairs of players, wildcards (negative) and the bye, and their total cost."""

    total: tuple[int, ...]
    edges: list[Edge]


@dataclass(frozen=True, slots=True)
class _Segment:
    """The groups between two pools.

    There may be wildcards of the pool above and below.
    """

    above: Group | None
    inner: list[Group]
    below: Group | None
    heads: int


@dataclass
class Plan:
    """The segments of a field from the top, with cached solutions."""

    field: Field
    groups: list[Group]
    met: list[list[int]]
    segments: list[_Segment] = attribute(default_factory=list)
    closed: dict[tuple[int, int], Levels] = attribute(default_factory=dict)
    solved: dict[tuple[int, bool, bool], Solution | None] = attribute(default_factory=dict)
    is_too_large: bool = False

    @classmethod
    def of(cls, field: Field, groups: list[Group], met: list[list[int]]) -> Self:
        """Cut the field at every pool whose group has no exactly weighed players.

        The field is not cut if a player has met a whole pool, because its wildcards cannot stand for possible
        opponents.
        """
        plan = cls(field, groups, met)
        plan.closed = plan._closed()
        above, inner, heads, counted = None, [], 0, 0
        for group in groups:
            counted += group.size
            if group.alone or plan.closed:
                inner.append(group)
                continue
            plan.segments.append(_Segment(above, inner, group, heads))
            above, inner, heads = group, [], counted
        plan.segments.append(_Segment(above, inner, None, heads))
        return plan

    def _closed(self) -> dict[tuple[int, int], Levels]:
        """Return the minimum cost of a pool for players who have met all of it."""
        field, closed = self.field, {}
        pools = [group for group in self.groups if group.pool]
        for group in self.groups:
            for a in group.alone:
                points_met = Counter(field.points[b] for b in self.met[a])
                for pool in pools:
                    if points_met[pool.points] >= len(pool.pool):
                        cost = min(field.levels(*edge_of(a, b)) for b in pool.pool)
                        if cost[0] or cost[2]:
                            closed[a, pool.number] = cost
        return closed

    def solve(self) -> Solution | None:
        """Return the cheapest solution of all segments and the bye.

        None if a segment is too large.
        """
        if self.field.nodes == self.field.bye:
            return self._total(len(self.segments) * 2, NOTHING, [])
        best: Solution | None = None
        gaps = _min_gaps_by_group(self.groups, self.field.below_lowest)
        for place, hosts in self._bye_locations():
            first = min(self._bye_levels(group)[:2] for group in hosts)
            reach = (*first, 0, min(gaps[group.number] for group in hosts))
            if best is not None and reach >= best.total:
                continue
            if place % 2:
                (pool,) = hosts
                extra, edges = self._bye_levels(pool), [edge_of_bye(pool, self.field)]
            else:
                extra, edges = NOTHING, []
            total = self._total(place, extra, edges)
            if total is not None and (best is None or total.total < best.total):
                best = total
        return None if self.is_too_large else best

    def _bye_locations(self) -> Iterator[tuple[int, list[Group]]]:
        """Yield possible locations of the bye, lowest first.

        2n is segment n, 2n + 1 the pool below it.
        """
        for number in reversed(range(len(self.segments))):
            segment = self.segments[number]
            if segment.below is not None:
                yield 2 * number + 1, [segment.below]
            if segment.inner:
                yield 2 * number, segment.inner

    def _bye_levels(self, group: Group) -> Levels:
        """Return the minimum cost of the bye in a group."""
        return min(self.field.levels(at, self.field.bye) for at in (*group.alone, *group.pool))

    def _total(self, bye_at: int, extra: Levels, edges: list[Edge]) -> Solution | None:
        total: tuple[int, ...] = extra
        edges = list(edges)
        for number, segment in enumerate(self.segments):
            odd = (segment.heads % 2 == 1) != (bye_at < 2 * number)
            key = (number, odd, bye_at == 2 * number)
            if key not in self.solved:
                self.solved[key] = self._solve_segment(segment, odd=odd, bye=key[2])
            part = self.solved[key]
            if part is None:
                return None
            total = tuple(map(add, total, part.total))
            edges += part.edges
        return Solution(total, edges)

    def _solve_segment(self, segment: _Segment, *, odd: bool, bye: bool) -> Solution | None:
        """Return the cheapest matching of a segment.

        Args:
            segment: the segment.
            odd: True if an odd number of players leaves the pool above downwards.
            bye: True if the bye is in the segment.
        """
        if not segment.inner:
            if not odd:
                return Solution(NOTHING, [])
            assert segment.above is not None
            assert segment.below is not None
            return Solution(
                (0, 0, 0, (segment.above.points - segment.below.points) ** 2, 0, 0, 0),
                [(segment.above.wildcard, segment.below.wildcard)],
            )
        nodes = self._nodes(segment, odd=odd, bye=bye)
        if len(nodes) > MAX_NODES:
            self.is_too_large = True
            return None
        packing = Packing.of(self._max_levels(nodes), len(nodes))
        matched = cheapest(len(nodes), self._weighted(nodes, packing), packing.bits)
        assert matched is not None, "an even number of nodes, each of which can be paired with every other"
        # without pairs of wildcards of the same pool
        edges = [(nodes[a], nodes[b]) for a, b in matched if nodes[a] != nodes[b]]
        total: tuple[int, ...] = NOTHING
        for u, v in edges:
            total = tuple(map(add, total, self._levels(u, v)))
        return Solution(total, edges)

    def _nodes(self, segment: _Segment, *, odd: bool, bye: bool) -> list[int]:
        """Return the nodes of a segment.

        Their order is wildcards above, players and wildcards, wildcards below, the bye.
        """
        alone = [at for group in segment.inner for at in group.alone]
        side = self._most_partners(alone)
        nodes: list[int] = []
        if segment.above is not None:
            nodes += [segment.above.wildcard] * _wildcard_count(side, segment.above.pool, odd=odd)
        for group in segment.inner:
            most = 2 * side + len(group.alone)
            nodes += group.alone
            nodes += [group.wildcard] * _wildcard_count(most, group.pool, odd=len(group.pool) % 2 == 1)
        if segment.below is not None:
            nodes += [segment.below.wildcard] * _wildcard_count(
                side, segment.below.pool, odd=(len(nodes) % 2 == 1) != bye
            )
        return [*nodes, self.field.bye] if bye else nodes

    def _most_partners(self, alone: list[int]) -> int:
        """Return an upper bound of the number of players who have all met one another."""
        here = set(alone)
        degrees = sorted((sum(b in here for b in self.met[a]) for a in alone), reverse=True)
        most = 1
        while most < len(degrees) and degrees[most] >= most:
            most += 1
        return most

    def _max_levels(self, nodes: list[int]) -> Levels:
        """Return the maximum cost of one pair on each level."""
        players = [at for at in nodes if 0 <= at < self.field.bye]
        with_bye = nodes[-1] == self.field.bye
        max_levels = list(self.field.max_levels(players, bye=with_bye))
        points = [self._points(node) for node in nodes]
        max_levels[3] = (max(points) - min(points)) ** 2
        if with_bye:
            max_levels[1] = max(self.field.byes)
        return (max_levels[0], max_levels[1], max_levels[2], max_levels[3], max_levels[4], max_levels[5], max_levels[6])

    def _points(self, node: int) -> int:
        if node < 0:
            return self.groups[~node].points
        return self.field.below_lowest if node == self.field.bye else self.field.points[node]

    def _weighted(self, nodes: list[int], packing: Packing) -> list[Weighted]:
        """Return every pair of nodes with its packed cost.

        Wildcards of the same pool cost nothing.
        """
        field = self.field
        players = [(place, node) for place, node in enumerate(nodes) if 0 <= node < field.bye]
        others = [(place, node) for place, node in enumerate(nodes) if not 0 <= node < field.bye]
        rows = [
            (players[a][0], players[b][0], cost)
            for a, b, cost in field.weighted([node for _, node in players], packing)
        ]
        salts = {node: field.salts[node if node == field.bye else self.groups[~node].pool[0]] for _, node in others}
        for number, (place, node) in enumerate(others):
            costs: dict[int, int] = {}
            for at, player in players:
                levels = self._levels(player, node)
                rows.append((at, place, packing.pack(levels, random_noise(field.salts[player], salts[node]))))
            for at, other in others[number + 1 :]:
                if other not in costs:
                    noise = 0 if other == node else random_noise(salts[node], salts[other])
                    costs[other] = packing.pack(self._levels(node, other), noise)
                rows.append((place, at, costs[other]))
        return rows

    def _levels(self, u: int, v: int) -> Levels:
        """Return the minimum cost of two nodes.

        Wildcards have no earlier opponents, floats and avoidances.
        """
        field, u, v = self.field, *sorted((u, v))
        if u >= 0:
            return field.levels(u, v)
        pool = self.groups[~u]
        if v == field.bye:
            return min(field.levels(at, v) for at in pool.pool)
        gap = self._points(v) - pool.points
        if v < 0:
            return (0, 0, 0, gap * gap, 0, 0, 0)
        cost = self.closed.get((v, pool.number), NOTHING)
        down, up = field.downs[v] if gap > 0 else 0, field.ups[v] if gap < 0 else 0
        return (cost[0], 0, cost[2], gap * gap, down, up, 0)


def edge_of_bye(group: Group, field: Field) -> Edge:
    """Return the edge that gives the bye to a player of a pool."""
    return (group.wildcard, field.bye)


def _wildcard_count(most: int, pool: list[int], *, odd: bool) -> int:
    """Return the number of wildcards for a pool.

    It is limited by the pool's size and has the given parity.
    """
    return min(most + (most % 2 != odd), len(pool) - (len(pool) % 2 != odd))


def _min_gaps_by_group(groups: list[Group], below_lowest: int) -> list[int]:
    """Return for each group the smallest sum of squared gaps with the bye in it."""
    left = min_squared_gaps_without([group.points for group in groups for _ in range(group.size)])
    first = accumulate((group.size for group in groups), initial=0)
    return [(group.points - below_lowest) ** 2 + left[at] for group, at in zip(groups, first, strict=False)]
