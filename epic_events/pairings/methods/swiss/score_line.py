"""Pairing along the score line.

It pairs the whole line, or slices of it with conflicts repaired afterwards. For large fields in which few players have
the same score, such as power pairing. Two players *conflict* if they have met or must not meet. If two pairs cross or
are nested along the line, exchanging their partners makes the gaps smaller (squares are convex), unless the exchange
creates a conflict. So in a best pairing

- for each player between two paired players, the player or their partner conflicts with one of the two: players
  without nearby conflicts meet a neighbour, all others have a handful of possible opponents;
- if the players who could be paired across a cut of the line have no conflicts on the same side, at most one pair
  crosses the cut, and none if the number of players above it is even: the line can be cut there and each part weighed
  alone.

The bye changes for which cuts the number of players above is even. Players are tried for the bye in the order of the
lower bounds of their pairings, until the bound exceeds the best pairing found. With equal scores, some best pairing
has this form up to the level of gaps; without equal scores every best pairing has, and the optimum is proven on all
levels.

Slices of neighbouring scores are fast and always give a pairing: for large fields without large score groups. The
order of the levels holds within each slice and for repairs; the difference between cost and bound limits the distance
to the optimum.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add

from epic_events.pairings.methods.swiss import matching
from epic_events.pairings.methods.swiss.candidate import Candidate, best_among
from epic_events.pairings.methods.swiss.field import NOTHING, Field, Levels, edge_of
from epic_events.pairings.methods.swiss.matching import (
    Edge,
    Packing,
    cheapest,
    min_squared_gaps,
    min_squared_gaps_without,
)
from epic_events.pairings.methods.swiss.values import Cost, Method

MAX_WORK = 60_000_000_000
"""Limit for the sum of squared players times edges: less than a second of rustworkx."""

NETWORKX_SLOWDOWN = 50
"""Factor by which networkx is slower."""

MAX_EDGES = 200_000
"""Maximum number of possible pairs."""

MAX_BYES_TRIED = 64
"""Maximum number of players tried for the bye."""

_GAPS = 4  # levels up to the squared gaps
_PASSES = 4  # passes that reduce the reach of the players


def pair_by_score_line(field: Field, *, most_edges: int | None = None) -> Candidate | None:
    """Return a pairing that is optimal at least up to the level of gaps.

    None if it takes too much work. If too few players were tried for the bye, the bound is below the cost.

    Args:
        field: the field.
        most_edges: maximum number of possible pairs; :data:`MAX_EDGES` by default.
    """
    line = _Line(field, [at for group in field.groups() for at in group])
    if not line.narrow(most_edges):
        return None
    try:
        edges, least = line.best()
    except _WorkLimitError:
        return None
    cost = field.cost(edges)
    if least is not None:
        return Candidate(edges, cost, Cost(*least[:_GAPS]), Method.LINE)
    bound = cost if line.distinct else Cost(*cost.key()[:_GAPS])
    return Candidate(edges, cost, bound, Method.LINE)


class _WorkLimitError(Exception):
    """A part of the line would take too long to weigh."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Pairs of a part of the line, by player index, and their total cost."""

    total: tuple[int, ...]
    edges: list[Edge]


_EMPTY = _Part(NOTHING, [])


class _Line:
    """The score line: players by position, possible opponents and possible cuts."""

    def __init__(self, field: Field, line: list[int]) -> None:
        self.field = field
        self.line = line
        self.players = len(line)
        self.odd = self.players % 2
        self.distinct = len({field.points[at] for at in line}) == self.players
        place = {at: number for number, at in enumerate(self.line)}
        self.against: list[list[int]] = [[] for _ in self.line]
        for a, b in {*field.met, *field.forbidden}:
            if a in place and b in place:
                self.against[place[a]].append(place[b])
                self.against[place[b]].append(place[a])
        self.below: list[list[int]]  # possible opponents further down, and clean cuts, see narrow
        self.clean: list[bool]
        self.work = MAX_WORK if matching.HAVE_RUSTWORKX else MAX_WORK // NETWORKX_SLOWDOWN
        self.parts: dict[tuple[int, int], _Part] = {}

    # --- possible opponents
    # -------------------------------------------------------------------------------------------

    def narrow(self, most_edges: int | None = None) -> bool:
        """Find possible opponents and cuts; return False if too many pairs are possible.

        At first every player can reach every other one; each pass reduces the reach by the results of the previous
        pass.
        """
        reach = [self.players] * self.players
        for _ in range(_PASSES):
            near = self._count_near(reach)
            most = [max(near[max(0, a - far) : a + far + 1]) for a, far in enumerate(reach)]
            reach = [min(reach[a], 1 + self.odd + 2 * (near[a] + most[a])) for a in range(self.players)]
        if sum(reach) > (MAX_EDGES if most_edges is None else most_edges):
            return False
        all_players = range(self.players)
        self.below = [list(all_players[a + 1 : a + 1 + reach[a]]) for a in all_players]
        for _ in range(2):
            near = self._count_near(reach)
            self.below = [[b for b in self.below[a] if self._is_possible(a, b, reach, near)] for a in all_players]
            reach = self._compute_reach()
        self.clean = self._find_clean_cuts(reach)
        return True

    def _count_near(self, reach: list[int]) -> list[int]:
        """Return for each player the number of conflicts within reach."""
        return [sum(abs(x - a) <= reach[a] + reach[x] for x in against) for a, against in enumerate(self.against)]

    def _is_possible(self, a: int, b: int, reach: list[int], near: list[int]) -> bool:
        """Return True if two players could meet in a best pairing."""
        between = b - a - 1 - self.odd  # a player with the bye may be between them without a conflict
        return between <= 0 or (
            b - a <= reach[b] and between <= 2 * (near[a] + near[b]) and between <= self._max_excused(a, b, reach)
        )

    def _max_excused(self, a: int, b: int, reach: list[int]) -> int:
        """Return the maximum number of players that conflicts of a pair can explain.

        They are players between the two.
        """
        total = 0
        for x in {*self.against[a], *self.against[b]}:
            if a < x < b:
                total += 2  # x, and the opponent of x
            elif (x < a and a + 1 - x <= reach[x]) or (x > b and x - b + 1 <= reach[x]):
                total += 1  # the opponent of x
        return total

    def _compute_reach(self) -> list[int]:
        """Return each player's largest distance to a possible opponent."""
        reach = [0] * self.players
        for a, below in enumerate(self.below):
            for b in below:
                reach[a], reach[b] = max(reach[a], b - a), max(reach[b], b - a)
        return reach

    def _find_clean_cuts(self, reach: list[int]) -> list[bool]:
        """Return for each position whether at most one pair crosses the line above it."""
        lowest = [max(below, default=a) for a, below in enumerate(self.below)]
        highest = list(range(self.players))
        for a, below in enumerate(self.below):
            for b in below:
                highest[b] = min(highest[b], a)
        far = max(reach)
        clean = []
        for cut in range(self.players + 1):
            upper = {a for a in range(max(0, cut - far), cut) if lowest[a] >= cut}
            lower = {b for b in range(cut, min(self.players, cut + far)) if highest[b] < cut}
            clean.append(not any(x in side for side in (upper, lower) for a in side for x in self.against[a]))
        return clean

    # --- the best pairing ---------------------------------------------------------------------------------------------

    def best(self) -> tuple[list[Edge], tuple[int, ...] | None]:
        """Return the best pairing, and a lower bound for byes not tried.

        The bound is None if all were tried.

        Raises:
            _WorkLimitError: it takes too much work.
        """
        even = [cut for cut in range(0, self.players + 1, 2) if self.clean[cut]]
        if not self.odd:
            return self._join_parts(self._parts_between(even)).edges, None
        odd = [cut for cut in range(1, self.players + 1, 2) if self.clean[cut]]
        hosts = min_levels_by_bye(self.field, self.line)
        best = self._with_bye(hosts[0][1], even, odd)
        for tried, (least, host) in enumerate(hosts[1:], 1):
            gaps, reached = least[:_GAPS], best.total[:_GAPS]
            if gaps > reached or (gaps == reached and not self.distinct):
                break
            if tried == MAX_BYES_TRIED:
                return best.edges, least
            try:
                best = min(best, self._with_bye(host, even, odd), key=lambda part: part.total)
            except _WorkLimitError:
                return best.edges, least
        return best.edges, None

    def _with_bye(self, host: int, even: list[int], odd: list[int]) -> _Part:
        """Return the best pairing in which the player at a position has the bye."""
        start, stop = even[bisect_right(even, host) - 1], odd[bisect_left(odd, host + 1)]
        at, bye = self.line[host], self.field.bye
        alone = _Part(self.field.levels(at, bye), [(at, bye)])
        around = self._best_part([a for a in range(start, stop) if a != host])
        over = self._parts_between([cut for cut in even if cut <= start])
        return self._join_parts([*over, alone, around, *self._parts_between([cut for cut in odd if cut >= stop])])

    def _parts_between(self, cuts: list[int]) -> list[_Part]:
        """Return the best pairings of the parts between cuts."""
        parts = []
        for start, stop in pairwise(cuts):
            if (start, stop) not in self.parts:
                self.parts[start, stop] = self._best_part(range(start, stop))
            parts.append(self.parts[start, stop])
        return parts

    def _join_parts(self, parts: list[_Part]) -> _Part:
        total: tuple[int, ...] = NOTHING
        for part in parts:
            total = tuple(map(add, total, part.total))
        return _Part(total, [edge for part in parts for edge in part.edges])

    def _best_part(self, places: Sequence[int]) -> _Part:
        """Return the best pairing of the players at some positions.

        Raises:
            _WorkLimitError: it takes too much work.
        """
        if not places:
            return _EMPTY
        field, members = self.field, [self.line[place] for place in places]
        if len(members) == 2:
            edge = edge_of(*members)
            return _Part(field.levels(*edge), [edge])
        number = {place: index for index, place in enumerate(places)}
        player_pairs = [(number[a], number[b]) for a in places for b in self.below[a] if b in number]
        self.work -= len(members) ** 2 * len(player_pairs)
        if self.work < 0:
            raise _WorkLimitError
        packing = Packing.of(field.max_levels(members, bye=False), len(members))
        rows = []
        for a, b in player_pairs:
            edge = edge_of(members[a], members[b])
            rows.append((a, b, packing.pack(field.levels(*edge), field.noise(*edge))))
        matched = cheapest(len(members), rows, packing.bits)
        assert matched is not None, "a best pairing of the part is among the possible pairs"
        edges = [edge_of(members[a], members[b]) for a, b in matched]
        total: Levels | tuple[int, ...] = NOTHING
        for edge in edges:
            total = tuple(map(add, total, field.levels(*edge)))
        return _Part(total, edges)


def min_levels_by_bye(field: Field, line: list[int]) -> list[tuple[tuple[int, ...], int]]:
    """Return a bound of the cost for each player with the bye, smallest first.

    It is a lower bound of the round's cost.
    """
    min_levels = []
    for place, (at, gaps) in enumerate(
        zip(line, min_squared_gaps_without([field.points[at] for at in line]), strict=True)
    ):
        levels = field.levels(at, field.bye)
        min_levels.append(((*levels[:3], levels[3] + gaps, *levels[4:]), place))
    return sorted(min_levels)


SLICE = 128
"""Number of players per slice; even."""

MAX_REPAIRED = 64
"""Maximum number of repaired pairs; each one is compared with every other pair."""


def pair_by_score_windows(field: Field) -> Candidate:
    """Return a pairing: first the bye, then each slice.

    Exchanges repair conflicts at the end.
    """
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
    """Return a lower bound of the cost.

    It is that of the cheapest bye and of gaps without any conflicts.
    """
    if field.nodes == field.bye:
        return Cost(squared_gaps=min_squared_gaps(field.points))
    least, _ = min_levels_by_bye(field, [at for group in field.groups() for at in group])[0]
    return Cost(*least[:4])
