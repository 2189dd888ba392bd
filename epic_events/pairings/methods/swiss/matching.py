"""Minimum-cost perfect matching of a graph with costs on several levels.

The levels of an edge are packed as digits of one integer. Each digit is wide
enough for its sum over a whole matching, so that no sum carries into the level above and the order is exact. rustworkx
computes with signed 128-bit integers: weights up to 126 bits are safe, including its dual variables. networkx is used
for larger weights and where no rustworkx wheel exists; it has no limit and finds the same cost, but is slower.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate, pairwise

WEIGHT_BITS = 126
"""rustworkx computes in signed 128-bit integers: weights stay below 2**126."""

NOISE_BITS = 40
"""Maximum number of noise bits, which decide between equal pairings."""

SALT_BITS = 64
"""Number of noise bits of an edge before packing."""

HAVE_RUSTWORKX = find_spec("rustworkx") is not None
"""True if rustworkx is installed; some platforms have no wheel."""

Edge = tuple[int, int]
"""Two nodes, the smaller first."""

Weighted = tuple[int, int, int]
"""Two nodes and the packed cost of their edge."""


@dataclass(frozen=True, slots=True)
class Packing:
    """Layout of cost levels in one integer.

    Attributes:
        scales: factor of each level, most important first.
        noise_shift: number of noise bits that are dropped to fit.
        bits: maximum bits of a weight, with room for the dual variables of the matching.
    """

    scales: tuple[int, ...]
    noise_shift: int
    bits: int

    @classmethod
    def of(cls, max_levels: Sequence[int], nodes: int) -> "Packing":
        """Return the packing for the maximum levels of an edge.

        The number of nodes is even. If bits are scarce, noise bits are dropped first: fewer random numbers decide
        ties, but the order stays exact.
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
        """Return levels and noise as one integer."""
        number = noise >> self.noise_shift
        for level, scale in zip(levels, self.scales, strict=True):
            number += level * scale
        return number


def cheapest(nodes: int, edges: Sequence[Weighted], bits: int) -> list[Edge] | None:
    """Return the perfect matching with the smallest total, edges sorted.

    None if there is none.

    Args:
        nodes: number of nodes, numbered from 0.
        edges: at most one edge between two nodes.
        bits: maximum bits of the numbers in the matching, see :class:`Packing`.
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
    """Return the smallest sum of squared gaps of any pairing of these points.

    Rematches are ignored. Squares are convex, so neighbours in the sorted order are the best pairs.
    """
    line = sorted(points)
    return sum((above - below) ** 2 for at, (below, above) in enumerate(pairwise(line)) if at % 2 == 0)


def min_squared_gaps_without(line: Sequence[int]) -> list[int]:
    """Return :func:`min_squared_gaps` without each point.

    The points are sorted, and their number is odd. Takes linear time for all of them.
    """
    last = len(line) - 1
    above = list(accumulate(((line[index] - line[index + 1]) ** 2 for index in range(0, last, 2)), initial=0))
    under = list(accumulate(((line[index] - line[index - 1]) ** 2 for index in range(last, 0, -2)), initial=0))
    return [
        above[place // 2] + under[(last - place) // 2] + ((line[place - 1] - line[place + 1]) ** 2 if place % 2 else 0)
        for place in range(len(line))
    ]
