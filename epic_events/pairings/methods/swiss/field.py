"""The players of a round by index, and the cost of pairing two of them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from epic_events.pairings.methods.swiss.matching import Edge, Packing, Weighted
from epic_events.pairings.methods.swiss.values import (
    Bye,
    Cost,
    Entrant,
    Float,
    Pair,
    PlayerPair,
    Reason,
    ReasonKind,
)

Levels = tuple[int, int, int, int, int, int, int]
"""Cost of one pair on each level, in the order of :class:`Cost`."""

NOTHING: Levels = (0, 0, 0, 0, 0, 0, 0)
_MASK = (1 << 64) - 1
_SAME_POINTS = (Reason(ReasonKind.SAME_POINTS),)


def random_bits(seed: int, key: int | str) -> int:
    """Return 64 pseudo-random bits for a seed and an id, equal on every machine."""
    return int.from_bytes(blake2b(f"{seed}:{key}".encode(), digest_size=8).digest())


def edge_of(a: int, b: int) -> Edge:
    """Return two indices as an edge, the smaller one first."""
    return (a, b) if a < b else (b, a)


def random_noise(one_salt: int, other_salt: int) -> int:
    """Return 64 pseudo-random bits for the salts of two nodes."""
    mixed = (one_salt + other_salt) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31)


@dataclass(frozen=True, slots=True)
class PairingHistory:
    """Earlier rounds, and pairs to avoid.

    Attributes:
        history: earlier pairings, one item per meeting; ``(player, None)`` is a bye.
        floats: earlier pair-downs and pair-ups, one item each.
        forbidden: pairs to make only if every pairing has one.
        avoided: pairs to avoid among otherwise equal pairings.
    """

    history: Iterable[PlayerPair] = ()
    floats: Iterable[tuple[int, Float]] = ()
    forbidden: Collection[PlayerPair] = ()
    avoided: Collection[PlayerPair] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """The players to pair, by index in id order.

    The bye has the index after the last player.
    """

    ids: tuple[int, ...]
    points: tuple[int, ...]
    byes: tuple[int, ...]
    downs: tuple[int, ...]
    ups: tuple[int, ...]
    met: dict[Edge, int]
    most_met: int
    forbidden: frozenset[Edge]
    avoided: frozenset[Edge]
    salts: tuple[int, ...]
    lowest: int
    below_lowest: int

    @classmethod
    def read(cls, entrants: Iterable[Entrant], past: PairingHistory, *, seed: int, win_points: int) -> "Field":
        """Create the field; the result does not depend on the order of the arguments.

        Raises:
            ValueError: an id appears twice among the entrants.
        """
        ordered = sorted(entrants, key=lambda e: e.id)
        ids = tuple(e.id for e in ordered)
        index: dict[int | None, int] = {pk: at for at, pk in enumerate(ids)}
        if len(index) != len(ids):
            raise ValueError("A player appears twice among the entrants.")
        bye = index[None] = len(ids)
        met = Counter(_edges_in_field(index, past.history))
        floated = Counter(past.floats)
        lowest = min((e.points for e in ordered), default=0)
        return cls(
            ids=ids,
            points=tuple(e.points for e in ordered),
            byes=tuple(met.get((at, bye), 0) for at in range(bye)),
            downs=tuple(floated[pk, Float.DOWN] for pk in ids) if floated else (0,) * bye,
            ups=tuple(floated[pk, Float.UP] for pk in ids) if floated else (0,) * bye,
            met={edge: times for edge, times in met.items() if edge[1] != bye},
            most_met=max((times for edge, times in met.items() if edge[1] != bye), default=0),
            forbidden=frozenset(_edges_in_field(index, past.forbidden)),
            avoided=frozenset(_edges_in_field(index, past.avoided)),
            salts=(*(random_bits(seed, pk) for pk in ids), random_bits(seed, "bye")),
            lowest=lowest,
            below_lowest=lowest - win_points,
        )

    @property
    def bye(self) -> int:
        """Index of the bye."""
        return len(self.ids)

    @property
    def nodes(self) -> int:
        """Number of nodes to match: the players, plus the bye if their number is odd."""
        return len(self.ids) + len(self.ids) % 2

    def groups(self) -> list[list[int]]:
        """Return the score groups, highest first, each in random order."""
        by_points: defaultdict[int, list[int]] = defaultdict(list)
        for at, points in enumerate(self.points):
            by_points[points].append(at)
        salts = self.salts
        return [sorted(by_points[points], key=lambda at: salts[at]) for points in sorted(by_points, reverse=True)]

    def gap(self, a: int, b: int) -> int:
        """Return the difference in match points.

        The bye counts one win below the lowest score.
        """
        other = self.below_lowest if b == self.bye else self.points[b]
        return abs(self.points[a] - other)

    def floated_before(self, a: int, b: int) -> tuple[int, int]:
        """Return the earlier pair-downs of the higher and pair-ups of the lower player.

        Zero for players with equal points and for the bye, which is no float.
        """
        if b == self.bye or self.points[a] == self.points[b]:
            return 0, 0
        upper, lower = (a, b) if self.points[a] > self.points[b] else (b, a)
        return self.downs[upper], self.ups[lower]

    def is_conflict(self, edge: Edge) -> bool:
        """Return True if the pair is a rematch or forbidden."""
        return edge in self.met or edge in self.forbidden

    def levels(self, a: int, b: int) -> Levels:
        """Return the cost of the pair ``a < b`` on each level."""
        edge = (a, b)
        return (
            int(edge in self.forbidden),
            self.byes[a] if b == self.bye else 0,
            self.met.get(edge, 0) ** 2,
            self.gap(a, b) ** 2,
            *self.floated_before(a, b),
            int(edge in self.avoided),
        )

    def cost(self, edges: Iterable[Edge]) -> Cost:
        """Return the total cost of a pairing."""
        return Cost.total(self.levels(*edge) for edge in edges)

    def noise(self, a: int, b: int) -> int:
        """Return 64 pseudo-random bits for the seed and two players."""
        return random_noise(self.salts[a], self.salts[b])

    def max_levels(self, members: Sequence[int], *, bye: bool) -> Levels:
        """Return the maximum cost of one pair of these players, on each level."""
        if not members:
            return NOTHING
        points = [self.points[at] for at in members]
        bottom = min(*points, self.below_lowest) if bye else min(points)
        return (
            int(bool(self.forbidden)),
            max(self.byes[at] for at in members) if bye else 0,
            self.most_met**2,
            (max(points) - bottom) ** 2,
            max(self.downs[at] for at in members),
            max(self.ups[at] for at in members),
            int(bool(self.avoided)),
        )

    def weighted(
        self, members: Sequence[int], packing: Packing, partners: Sequence[Iterable[int]] | None = None
    ) -> list[Weighted]:
        """Return pairs of these players by position in `members`, with their packed cost.

        The bye may be the last member. Inlined for speed: nearly all pairs only have a gap and noise.

        Args:
            members: player indices.
            packing: layout of the cost.
            partners: for each player, by position, the positions of partners to weigh, each pair once; all by default.
                The bye is weighed with every player.
        """
        of_forbidden, _, of_met, of_gap, of_down, of_up, of_avoided = packing.scales
        shift, salts, points, downs, ups = packing.noise_shift, self.salts, self.points, self.downs, self.ups
        floats = any(downs) or any(ups)
        players = [at for at in members if at != self.bye]
        rows: list[Weighted] = []
        add = rows.append
        for place, a in enumerate(players):
            salt, at_points = salts[a], points[a]
            for other in range(place + 1, len(players)) if partners is None else partners[place]:
                b = players[other]
                mixed = (salt + salts[b]) & _MASK
                mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
                mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
                cost = (mixed ^ (mixed >> 31)) >> shift
                gap = at_points - points[b]
                if gap:
                    cost += gap * gap * of_gap
                    if floats:
                        upper, lower = (a, b) if gap > 0 else (b, a)
                        cost += downs[upper] * of_down + ups[lower] * of_up
                edge = (a, b) if a < b else (b, a)
                if edge in self.met:
                    cost += self.met[edge] ** 2 * of_met
                if edge in self.forbidden:
                    cost += of_forbidden
                if edge in self.avoided:
                    cost += of_avoided
                add((place, other, cost))
        if len(players) < len(members):
            last = len(players)
            rows.extend(
                (place, last, packing.pack(self.levels(a, self.bye), self.noise(a, self.bye)))
                for place, a in enumerate(players)
            )
        return rows

    # --- output
    # -------------------------------------------------------------------------------------------------------

    def as_pairs(self, edges: Iterable[Edge]) -> tuple[tuple[Pair, ...], Bye | None]:
        """Return the pairs in table order (by match points, then at random), and the bye."""
        bye, points, salts = self.bye, self.points, self.salts
        rows = []
        for a, b in edges:
            if b != bye:
                first, second = (a, b) if (-points[a], salts[a]) < (-points[b], salts[b]) else (b, a)
                rows.append((-points[first], -points[second], self.noise(a, b), first, second))
        rows.sort()
        pairs = tuple(Pair(self.ids[row[3]], self.ids[row[4]], self.pair_reasons(row[3], row[4])) for row in rows)
        return pairs, next((Bye(self.ids[a], self.bye_reasons(a)) for a, b in edges if b == bye), None)

    def pair_reasons(self, a: int, b: int) -> tuple[Reason, ...]:
        """Return the reasons for a pair of players."""
        edge, gap = edge_of(a, b), self.gap(a, b)
        if not (gap or edge in self.met or edge in self.forbidden or edge in self.avoided):
            return _SAME_POINTS
        reasons = [Reason(ReasonKind.PAIR_DOWN, gap)] if gap else [*_SAME_POINTS]
        down, up = self.floated_before(a, b)
        if down:
            reasons.append(Reason(ReasonKind.REPEATED_DOWN, down))
        if up:
            reasons.append(Reason(ReasonKind.REPEATED_UP, up))
        if times := self.met.get(edge, 0):
            reasons.append(Reason(ReasonKind.REMATCH, times))
        if edge in self.forbidden:
            reasons.append(Reason(ReasonKind.FORBIDDEN))
        if edge in self.avoided:
            reasons.append(Reason(ReasonKind.AVOIDED))
        return tuple(reasons)

    def bye_reasons(self, a: int) -> tuple[Reason, ...]:
        """Return the reasons for a player's bye."""
        above = self.points[a] - self.lowest
        reasons = [Reason(ReasonKind.BYE_ABOVE_LOWEST, above) if above else Reason(ReasonKind.BYE_LOWEST)]
        if self.byes[a]:
            reasons.append(Reason(ReasonKind.SECOND_BYE, self.byes[a]))
        if (a, self.bye) in self.forbidden:
            reasons.append(Reason(ReasonKind.FORBIDDEN))
        if (a, self.bye) in self.avoided:
            reasons.append(Reason(ReasonKind.AVOIDED))
        return tuple(reasons)


def _edges_in_field(index: dict[int | None, int], player_pairs: Iterable[PlayerPair]) -> list[Edge]:
    """Return the pairs whose players are both in the field, by index."""
    edges = []
    for one, other in player_pairs:
        a, b = index.get(one), index.get(other)
        if a is not None and b is not None and a != b:
            edges.append((a, b) if a < b else (b, a))
    return edges
