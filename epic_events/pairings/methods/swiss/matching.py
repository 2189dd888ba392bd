"""The cheapest perfect matching of a graph whose edges cost several levels at once.

The levels of an edge become the digits of one integer. Each digit is wide enough for its sum over a whole matching, so
no sum can carry into the level above and the order is exact. rustworkx computes in signed 128-bit integers: numbers up
to 126 bits are safe, its duals included. What does not fit, or a machine without that wheel, goes to networkx, whose
integers have no limit and whose answer costs the same, only later.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate, pairwise

WEIGHT_BITS = 126
"""rustworkx computes in signed 128-bit integers: weights stay below 2**126."""

NOISE_BITS = 40
"""How much chance decides between equals, where there is room for it."""

SALT_BITS = 64
"""How many bits the noise of an edge is given with."""

HAVE_RUSTWORKX = find_spec("rustworkx") is not None
"""Whether the fast matching is there; some machines have no wheel of it."""

Edge = tuple[int, int]
"""Two nodes, the smaller first."""

Weighted = tuple[int, int, int]
"""Two nodes and the packed cost of their edge."""


@dataclass(frozen=True, slots=True)
class Packing:
    """Where the levels lie in one integer.

    Attributes:
        scales: what one unit of each level is worth, the most important first.
        noise_shift: how many of the noise's bits are left out to make it fit.
        bits: how many bits a weight can have, with room for the matching's duals.
    """

    scales: tuple[int, ...]
    noise_shift: int
    bits: int

    @classmethod
    def of(cls, max_levels: Sequence[int], nodes: int) -> "Packing":
        """Return the packing for levels whose largest values on one edge are ``max_levels``, of an even number of nodes.

        The noise gives way first: with less of it, chance has fewer numbers to decide by, and the order stays exact.
        """
        pairs = nodes // 2
        rooms = [pairs * top + 1 for top in max_levels]
        fixed = 1
        for room in rooms:
            fixed *= room
        headroom = (2 * nodes).bit_length() + 1
        spare = WEIGHT_BITS - headroom - fixed.bit_length() - pairs.bit_length()
        noise_bits = max(0, min(NOISE_BITS, spare))
        scale = pairs * ((1 << noise_bits) - 1) + 1
        scales = [scale]
        for room in reversed(rooms[1:]):
            scale *= room
            scales.append(scale)
        bits = (scale * rooms[0]).bit_length() + headroom
        return cls(tuple(reversed(scales)), SALT_BITS - noise_bits, bits)

    def pack(self, levels: Iterable[int], noise: int) -> int:
        """Return the levels and the noise as one number."""
        number = noise >> self.noise_shift
        for level, scale in zip(levels, self.scales, strict=True):
            number += level * scale
        return number


def cheapest(nodes: int, edges: Sequence[Weighted], bits: int) -> list[Edge] | None:
    """Return the perfect matching with the smallest sum, its edges in order; None where there is no perfect one.

    Args:
        nodes: how many there are, numbered from 0.
        edges: at most one between two nodes.
        bits: how large the numbers can become inside the matching, see :class:`Packing`.
    """
    if not nodes:
        return []
    dearest = max((cost for _, _, cost in edges), default=0)
    weights = [(a, b, dearest - cost) for a, b, cost in edges]
    matched = (_by_rustworkx if HAVE_RUSTWORKX and bits <= WEIGHT_BITS else _by_networkx)(nodes, weights)
    if 2 * len(matched) < nodes:
        return None
    return sorted((a, b) if a < b else (b, a) for a, b in matched)


def _by_rustworkx(nodes: int, weights: list[Weighted]) -> set[Edge]:
    import rustworkx  # noqa: PLC0415 - may not be there

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(weights)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _by_networkx(nodes: int, weights: list[Weighted]) -> set[Edge]:
    import networkx as nx  # noqa: PLC0415 - slow to load and almost never needed

    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from(weights)
    matched: set[Edge] = nx.max_weight_matching(graph, maxcardinality=True)
    return matched


def min_squared_gaps(points: Sequence[int]) -> int:
    """Return the least sum of squared gaps with which an even number of points can be paired, whoever may meet whom.

    Squares are convex, so neighbours in the sorted line are the best pairs.
    """
    line = sorted(points)
    return sum((above - below) ** 2 for at, (below, above) in enumerate(pairwise(line)) if at % 2 == 0)


def min_squared_gaps_without(line: Sequence[int]) -> list[int]:
    """Return for each place of an odd number of sorted points the least sum with which all others can be paired.

    As :func:`nearest_in_line` says of the others one by one; in steps that grow with the points, not with their square.
    """
    last = len(line) - 1
    above = list(accumulate(((line[at] - line[at + 1]) ** 2 for at in range(0, last, 2)), initial=0))
    under = list(accumulate(((line[at] - line[at - 1]) ** 2 for at in range(last, 0, -2)), initial=0))
    return [
        above[place // 2] + under[(last - place) // 2] + ((line[place - 1] - line[place + 1]) ** 2 if place % 2 else 0)
        for place in range(len(line))
    ]
