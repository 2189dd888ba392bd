"""Swiss pairing: the best pairing of a whole field, found by weighted matching and the same for the same seed.

Source: the proposed engine of the project's tournament design. Everyone is paired exactly once; among all such
pairings the one chosen minimises, each level before the next:

1. hard rules broken (pairs the organiser forbids),
2. second byes (the number of byes that the bye's player has had already),
3. rematches,
4. the sum of squared gaps in match points; the bye is a virtual opponent one win below the lowest score,
5. chance, drawn from the stored seed.

The levels are the digits of one integer per pair. Each digit is wide enough for its sum over a whole pairing, so no
sum can carry into the level above and the order is exact.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from itertools import combinations, groupby

import rustworkx

WIN_POINTS = 3
"""Match points for a won match, unless the stage says otherwise."""

WHOLE_FIELD = 300
"""Players up to which every possible pair goes into the graph at once; above, a thinned graph is tried first."""

WEIGHT_BITS = 126
"""rustworkx computes in signed 128-bit integers: weights stay below 2**126."""

_NOISE_BITS = 40
_OWN_GROUP = 20  # opponents of the same score that each player keeps in the thinned graph
_NEXT_GROUP = 8  # opponents that each player keeps in each of the score groups below
_GROUPS_BELOW = 3  # score groups below in which each player keeps opponents
_MASK = (1 << 64) - 1

Edge = tuple[int, int]
"""Two indices into the field, the smaller first."""


class ReasonKind(StrEnum):
    """Why a pair was made, as a stable word."""

    SAME_POINTS = "same_points"
    PAIR_DOWN = "pair_down"
    REMATCH = "rematch"
    FORBIDDEN = "forbidden"
    BYE_LOWEST = "bye_lowest"
    BYE_ABOVE_LOWEST = "bye_above_lowest"
    SECOND_BYE = "second_bye"


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence's worth of why.

    Attributes:
        kind: what it says.
        amount: match points between the two (``PAIR_DOWN``) or above the lowest score (``BYE_ABOVE_LOWEST``), earlier
            meetings (``REMATCH``), earlier byes (``SECOND_BYE``), else 0.
    """

    kind: ReasonKind
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired: a stable id and the match points so far."""

    id: int
    points: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who meet, the one with more match points first, and why."""

    first: int
    second: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """The player without an opponent, and why it is this one."""

    player: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a pairing costs, level by level; smaller compares as better."""

    forbidden: int = 0
    second_byes: int = 0
    rematches: int = 0
    squared_gaps: int = 0

    def key(self) -> tuple[int, int, int, int]:
        """Return the levels in their order, for comparing."""
        return (self.forbidden, self.second_byes, self.rematches, self.squared_gaps)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: pairs in the order of their tables (highest match points first), the bye, and what it all costs.

    Attributes:
        pairs: every player but the bye's exactly once.
        bye: for an odd number of players.
        cost: the sums that were minimised.
        whole_field: whether every possible pair was weighed; False for a large field whose thinned graph gave a
            pairing without broken rules and rematches.
    """

    pairs: tuple[Pair, ...]
    bye: Bye | None
    cost: Cost
    whole_field: bool


def pair(
    entrants: Iterable[Entrant],
    history: Iterable[tuple[int, int | None]],
    *,
    seed: int,
    forbidden: Collection[tuple[int, int | None]] = (),
    win_points: int = WIN_POINTS,
    whole_field_up_to: int = WHOLE_FIELD,
) -> Pairing:
    """Return the best pairing of the entrants.

    Args:
        entrants: the players to pair, in any order.
        history: who met whom in earlier rounds, once per meeting; ``(player, None)`` is a bye. Players who are no
            longer in the field may appear.
        seed: decides between pairings that are equal otherwise; the same seed gives the same pairing anywhere.
        forbidden: pairs never to be made while there is any other way; ``(player, None)`` forbids the bye.
        win_points: match points for a win: so far below the lowest score lies the virtual opponent of the bye.
        whole_field_up_to: players up to which the whole field is weighed at once.

    Raises:
        ValueError: an id appears twice among the entrants.
    """
    board = _Field.read(entrants, history, forbidden, seed=seed, win_points=win_points)
    if len(board.entrants) > whole_field_up_to:
        thinned = _best(board, board.thinned())
        if thinned is not None and board.beyond_doubt(thinned):
            return board.pairing(thinned, whole_field=False)
    return board.pairing(_best(board, board.everything()) or [], whole_field=True)


@dataclass(frozen=True, slots=True)
class _Field:
    """The players by index in the order of their ids; the bye, where there is one, has the index after the last."""

    entrants: tuple[Entrant, ...]
    byes: tuple[int, ...]
    met: dict[Edge, int]
    forbidden: frozenset[Edge]
    salts: tuple[int, ...]
    lowest: int
    below_lowest: int

    @classmethod
    def read(
        cls,
        entrants: Iterable[Entrant],
        history: Iterable[tuple[int, int | None]],
        forbidden: Iterable[tuple[int, int | None]],
        *,
        seed: int,
        win_points: int,
    ) -> "_Field":
        """Return the field, independent of the order in which anything was given."""
        ordered = tuple(sorted(entrants, key=lambda e: e.id))
        index: dict[int | None, int] = {e.id: at for at, e in enumerate(ordered)}
        if len(index) != len(ordered):
            raise ValueError("A player appears twice among those to be paired.")
        bye = index[None] = len(ordered)
        met: Counter[Edge] = Counter(
            _edge(index[a], index[b]) for a, b in history if a in index and b in index and a != b
        )
        return cls(
            entrants=ordered,
            byes=tuple(met.get((at, bye), 0) for at in range(len(ordered))),
            met={edge: times for edge, times in met.items() if edge[1] != bye},
            forbidden=frozenset(_edge(index[a], index[b]) for a, b in forbidden if a in index and b in index),
            salts=(*(chance(seed, e.id) for e in ordered), chance(seed, "bye")),
            lowest=(lowest := min((e.points for e in ordered), default=0)),
            below_lowest=lowest - win_points,
        )

    @property
    def bye(self) -> int:
        """The index that stands for the bye."""
        return len(self.entrants)

    @property
    def nodes(self) -> int:
        """How many have to be matched: the players, and the bye when their number is odd."""
        return len(self.entrants) + len(self.entrants) % 2

    def gap(self, a: int, b: int) -> int:
        """Return the distance in match points; ``b`` may be the bye, one win below the lowest score."""
        other = self.below_lowest if b == self.bye else self.entrants[b].points
        return abs(self.entrants[a].points - other)

    def levels(self, a: int, b: int) -> tuple[int, int, int, int]:
        """Return what the pair ``a < b`` costs on each level."""
        return (
            int((a, b) in self.forbidden),
            self.byes[a] if b == self.bye else 0,
            int((a, b) in self.met),
            self.gap(a, b) ** 2,
        )

    def everything(self) -> list[Edge]:
        """Return every pair there can be."""
        return list(combinations(range(self.nodes), 2))

    def thinned(self) -> list[Edge]:
        """Return enough good pairs of a large field: near scores, no rematches, every player for the bye."""
        edges: set[Edge] = set()
        by_points = sorted(range(self.bye), key=lambda at: (-self.entrants[at].points, self.salts[at]))
        groups = [list(group) for _, group in groupby(by_points, key=lambda at: self.entrants[at].points)]
        for number, group in enumerate(groups):
            for place, a in enumerate(group):
                edges.update(self._first_open(a, _around(group, place), _OWN_GROUP))
                found = 0
                for below in groups[number + 1 :]:
                    start = self.salts[a] % len(below)
                    pairs = list(self._first_open(a, below[start:] + below[:start], _NEXT_GROUP))
                    edges.update(pairs)
                    found += bool(pairs)
                    if found == _GROUPS_BELOW:
                        break
        if self.nodes > self.bye:
            edges.update((a, self.bye) for a in range(self.bye))
        return sorted(edges)

    def _first_open(self, a: int, others: Sequence[int], count: int) -> Iterator[Edge]:
        """Yield the pairs of ``a`` with the first ``count`` of the others that break nothing."""
        for b in others:
            edge = _edge(a, b)
            if edge not in self.met and edge not in self.forbidden:
                yield edge
                count -= 1
                if not count:
                    return

    def beyond_doubt(self, edges: Iterable[Edge]) -> bool:
        """Whether no graph could do better above the level of the gaps."""
        cost = self.cost(edges)
        fewest = min(self.byes) if self.nodes > self.bye else 0
        return (cost.forbidden, cost.second_byes, cost.rematches) == (0, fewest, 0)

    def cost(self, edges: Iterable[Edge]) -> Cost:
        """Return the sums over a pairing."""
        return Cost(*(sum(level) for level in zip((0, 0, 0, 0), *(self.levels(*edge) for edge in edges), strict=True)))

    def noise(self, a: int, b: int) -> int:
        """Return 64 random bits that depend on the seed and the two players alone."""
        mixed = (self.salts[a] + self.salts[b]) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def pairing(self, edges: Sequence[Edge], *, whole_field: bool) -> Pairing:
        """Return the pairing with its reasons, tables ordered by match points, then by chance."""
        seated = [self._seated(edge) for edge in edges if edge[1] != self.bye]
        seated.sort(key=lambda pair: (*(-self.entrants[at].points for at in pair), self.noise(*pair), pair))
        return Pairing(
            pairs=tuple(Pair(self.entrants[a].id, self.entrants[b].id, self._why(a, b)) for a, b in seated),
            bye=next((Bye(self.entrants[a].id, self._why_bye(a)) for a, b in edges if b == self.bye), None),
            cost=self.cost(edges),
            whole_field=whole_field,
        )

    def _seated(self, edge: Edge) -> Edge:
        first, second = sorted(edge, key=lambda at: (-self.entrants[at].points, self.salts[at]))
        return first, second

    def _why(self, a: int, b: int) -> tuple[Reason, ...]:
        edge, gap = _edge(a, b), self.gap(a, b)
        reasons = [Reason(ReasonKind.PAIR_DOWN, gap) if gap else Reason(ReasonKind.SAME_POINTS)]
        if times := self.met.get(edge):
            reasons.append(Reason(ReasonKind.REMATCH, times))
        if edge in self.forbidden:
            reasons.append(Reason(ReasonKind.FORBIDDEN))
        return tuple(reasons)

    def _why_bye(self, a: int) -> tuple[Reason, ...]:
        above = self.entrants[a].points - self.lowest
        reasons = [Reason(ReasonKind.BYE_ABOVE_LOWEST, above) if above else Reason(ReasonKind.BYE_LOWEST)]
        if self.byes[a]:
            reasons.append(Reason(ReasonKind.SECOND_BYE, self.byes[a]))
        if (a, self.bye) in self.forbidden:
            reasons.append(Reason(ReasonKind.FORBIDDEN))
        return tuple(reasons)


def _best(board: _Field, edges: Sequence[Edge]) -> list[Edge] | None:
    """Return the cheapest perfect matching of the graph, or None where it has no perfect one."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(board.nodes))
    graph.add_edges_from([(a, b, weight) for (a, b), weight in zip(edges, _weights(board, edges), strict=True)])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < board.nodes:
        return None
    return sorted(_edge(a, b) for a, b in matching)


def _weights(board: _Field, edges: Sequence[Edge]) -> list[int]:
    """Return one integer per edge: the larger, the better; sums over a pairing compare as the levels do.

    A level's digit has room for the largest sum of that level over a pairing, so nothing carries upward. The duals of
    the matching can reach about twice the number of nodes times the largest weight, and that too has to fit.
    """
    pairs = board.nodes // 2
    levels = [board.levels(a, b) for a, b in edges]
    tops = [max(column) for column in zip((0, 0, 0, 0), *levels, strict=True)]
    fixed = 1
    for top in tops:
        fixed *= pairs * top + 1
    headroom = (2 * max(1, board.nodes)).bit_length()
    noise_bits = min(_NOISE_BITS, WEIGHT_BITS - headroom - fixed.bit_length() - pairs.bit_length())
    if noise_bits < 1:
        raise OverflowError(f"{board.nodes} players with such scores do not fit into {WEIGHT_BITS}-bit weights.")
    bases = [*(pairs * top + 1 for top in tops[1:]), pairs * ((1 << noise_bits) - 1) + 1]
    packed = [
        _packed(level, bases, board.noise(a, b) >> (64 - noise_bits))
        for (a, b), level in zip(edges, levels, strict=True)
    ]
    dearest = max(packed, default=0)
    assert (dearest + 1) << headroom <= 1 << WEIGHT_BITS, "the packed weights would overflow"
    return [dearest + 1 - cost for cost in packed]


def _packed(levels: Sequence[int], bases: Sequence[int], noise: int) -> int:
    """Return the levels and the noise as one number in mixed radix, most important first."""
    number = levels[0]
    for digit, base in zip((*levels[1:], noise), bases, strict=True):
        number = number * base + digit
    return number


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def _around(group: Sequence[int], place: int) -> list[int]:
    """Return the others of a score group, beginning with those after this place."""
    return [*group[place + 1 :], *group[:place]]


def chance(seed: int, key: int | str) -> int:
    """Return 64 random bits that follow from a stored seed and an id, the same on every machine."""
    return int.from_bytes(blake2b(f"{seed}:{key}".encode(), digest_size=8).digest())
