"""Power pairing: by standing, the first against the second, the third against the fourth, avoiding rematches.

Used in the last Swiss rounds, where the best placed are to meet. Among all pairings the one chosen minimises, each
level before the next: pairs that are forbidden, second byes, rematches, and the sum of squared distances in the
standings; the bye is a virtual opponent one place below the last. It is a weighted matching like the Swiss one; because
far distances never pay, only opponents near in the standings are weighed, and all of them when that is not enough.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import rustworkx

NEAR: Final = 6
"""How many places below each player are weighed at first."""

WHOLE_FIELD: Final = 128
"""Players up to which everybody below is weighed at once."""


@dataclass(frozen=True, slots=True)
class PowerPair:
    """Two players who meet, the better placed first.

    Attributes:
        first: the better placed.
        second: the other.
        places: the place of each among those who are paired, from 1.
        met: how often the two have met before.
    """

    first: int
    second: int
    places: tuple[int, int]
    met: int


@dataclass(frozen=True, slots=True)
class PowerPairing:
    """A round by standing: pairs in the order of the standings, and the player with the bye, if any.

    Attributes:
        pairs: everybody but the bye's player, exactly once.
        bye: for an odd number of players.
        earlier_byes: how many byes that player had before.
        whole_field: whether every possible pair was weighed.
    """

    pairs: tuple[PowerPair, ...]
    bye: int | None
    earlier_byes: int
    whole_field: bool

    @property
    def rematches(self) -> int:
        """How many times pairs of this round had met before, in sum."""
        return sum(pair.met for pair in self.pairs)


def power_pair(
    standing: Sequence[int],
    history: Iterable[tuple[int, int | None]],
    *,
    forbidden: Collection[frozenset[int]] = (),
) -> PowerPairing:
    """Pair players by their standing.

    Args:
        standing: the players, best first, without ties.
        history: who met whom; ``(player, None)`` is a bye.
        forbidden: pairs that must not meet.

    Raises:
        ValueError: a player appears twice.
    """
    if len(set(standing)) != len(standing):
        raise ValueError("A player appears twice in the standings.")
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for first, second in history:
        if second is None:
            byes[first] += 1
        else:
            met[frozenset((first, second))] += 1
    field = _Field(standing, met, byes, frozenset(forbidden))
    near = len(standing) if len(standing) <= WHOLE_FIELD else NEAR
    found = field.match(near)
    if near < len(standing) and (found is None or field.breaks_something(found)):
        near, found = len(standing), field.match(len(standing))
    return field.pairing(found or [], whole_field=near >= len(standing))


class _Field:
    """The places to be paired; with an odd number the last place is the bye."""

    def __init__(
        self,
        standing: Sequence[int],
        met: Counter[frozenset[int]],
        byes: Counter[int],
        forbidden: frozenset[frozenset[int]],
    ) -> None:
        self.standing, self.met, self.byes, self.forbidden = standing, met, byes, forbidden
        self.places = len(standing) + len(standing) % 2
        self.squares = self.places**3  # more than the squared distances of any pairing in sum
        self.level = self.places * (1 + max([0, *met.values(), *byes.values()]))

    def broken(self, above: int, below: int) -> tuple[int, int, int]:
        """Return what a pair breaks: forbidden, second bye, rematch."""
        player = self.standing[above]
        if below == len(self.standing):
            return 0, self.byes[player], 0
        pair = frozenset((player, self.standing[below]))
        return int(pair in self.forbidden), 0, self.met[pair]

    def cost(self, above: int, below: int) -> int:
        """Return what a pair costs, the levels as digits of one number."""
        total = 0
        for part in self.broken(above, below):
            total = total * self.level + part
        return total * self.squares + (below - above) ** 2

    def match(self, near: int) -> list[tuple[int, int]] | None:
        """Return the cheapest pairing with opponents up to ``near`` places apart; None when there is none."""
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(self.places))
        edges = [
            (above, below, self.cost(above, below))
            for above in range(self.places)
            for below in range(above + 1, min(self.places, above + near + 1))
        ]
        if not edges:
            return []
        most = max(cost for _above, _below, cost in edges)
        graph.add_edges_from([(above, below, most + 1 - cost) for above, below, cost in edges])
        chosen = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(chosen) < self.places:
            return None
        return sorted((min(pair), max(pair)) for pair in chosen)

    def breaks_something(self, chosen: Iterable[tuple[int, int]]) -> bool:
        """Whether a pairing has a forbidden pair, a second bye or a rematch."""
        return any(any(self.broken(above, below)) for above, below in chosen)

    def pairing(self, chosen: Sequence[tuple[int, int]], *, whole_field: bool) -> PowerPairing:
        """Return the places as players."""
        bye, pairs = None, []
        for above, below in chosen:
            first = self.standing[above]
            if below == len(self.standing):
                bye = first
                continue
            second = self.standing[below]
            places = (above + 1, below + 1)
            pairs.append(PowerPair(first, second, places, self.met[frozenset((first, second))]))
        return PowerPairing(tuple(pairs), bye, self.byes[bye] if bye is not None else 0, whole_field)
