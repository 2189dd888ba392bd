"""Packing of cost levels into one integer, and matching."""

import random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.swiss import Float, matching
from epic_events.pairings.methods.swiss.candidate import best_among
from epic_events.pairings.methods.swiss.matching import (
    NOISE_BITS,
    SALT_BITS,
    WEIGHT_BITS,
    Packing,
    Weighted,
    cheapest,
    min_squared_gaps,
    min_squared_gaps_without,
)
from tests.epic_events.pairings.fields import Given

MOST_NOISE = (1 << SALT_BITS) - 1

even = st.integers(1, 200).map(lambda pairs: 2 * pairs)
packings = st.tuples(st.lists(st.integers(0, 2**20), min_size=1, max_size=7), even)


@settings(max_examples=200, deadline=None)
@given(packings)
def test_packing_sum_over_matching_never_carries_into_next_level(case):
    max_levels, nodes = case
    packing = Packing.of(max_levels, nodes)
    pairs = nodes // 2
    # The most that everything below a level can come to in all pairs together is less than one unit of the level.
    for level, scale in enumerate(packing.scales):
        below = [0] * (level + 1) + list(max_levels[level + 1 :])
        assert pairs * packing.pack(below, MOST_NOISE) < scale
    assert packing.pack([0] * len(max_levels), 0) == 0
    for level, scale in enumerate(packing.scales):
        assert packing.pack([3 * (at == level) for at in range(len(max_levels))], 0) == 3 * scale


@settings(max_examples=200, deadline=None)
@given(packings)
def test_packing_leaves_headroom_above_heaviest_edge(case):
    max_levels, nodes = case
    packing = Packing.of(max_levels, nodes)
    heaviest = packing.pack(max_levels, MOST_NOISE)
    # Duals grow to the number of nodes times the heaviest edge, and slacks are computed with twice a weight.
    assert 2 * nodes * heaviest < 1 << packing.bits


@settings(max_examples=200, deadline=None)
@given(packings)
def test_packing_reduces_noise_before_exceeding_weight_bits(case):
    max_levels, nodes = case
    packing = Packing.of(max_levels, nodes)
    noise_bits = SALT_BITS - packing.noise_shift
    assert 0 <= noise_bits <= NOISE_BITS
    assert packing.bits <= WEIGHT_BITS or noise_bits == 0


def test_packing_levels_have_minimal_width():
    # Forty bits of noise, levels of 0 to 1 and 0 to 2; then twice as much of each, and one more that carries.
    assert Packing.of([1, 2], 2) == Packing((3 << 40, 1 << 40), 24, 47)
    noise = 2 * ((1 << 40) - 1) + 1
    assert Packing.of([1, 2], 4) == Packing((5 * noise, noise), 24, (15 * noise).bit_length() + 5)
    assert Packing.of([0], 2) == Packing((1 << 40,), 24, 45)
    assert Packing.of([1], 6).bits == 44 + 5
    # As many bits of noise as fit: 126, without 4 of headroom, 101 of the level and 1 of the only pair.
    assert Packing.of([1 << 100], 2) == Packing((1 << 20,), 44, 125)


def test_packing_large_field_after_nine_rounds_fits():
    max_levels = [1, 3, 9**2, 27**2, 9, 9, 1]
    for nodes, bits in ((256, 34), (1024, 16)):
        packing = Packing.of(max_levels, nodes)
        assert (SALT_BITS - packing.noise_shift, packing.bits <= WEIGHT_BITS) == (bits, True)


def drawn(random_bits: random.Random, max_levels: list[int], nodes: int, packing: Packing) -> list[Weighted]:
    return [
        (a, b, packing.pack([random_bits.randint(0, top) for top in max_levels], random_bits.getrandbits(SALT_BITS)))
        for a in range(nodes)
        for b in range(a + 1, nodes)
    ]


@pytest.mark.parametrize("top", [1 << 60, 1 << 80, 1 << 105, 1 << 117, 1 << 124, 1 << 140])
def test_matching_is_exact_for_weights_of_any_size(top: int):
    """Small weights use rustworkx, larger ones networkx with unbounded integers."""
    for seed in range(60):
        random_bits = random.Random(seed)
        nodes = random_bits.choice([4, 6, 8, 10])
        packing = Packing.of([top], nodes)
        edges = drawn(random_bits, [top], nodes, packing)
        cost = {(a, b): weight for a, b, weight in edges}
        found = cheapest(nodes, edges, packing.bits)
        assert found is not None
        graph = nx.Graph()
        graph.add_weighted_edges_from((a, b, -weight) for a, b, weight in edges)
        best = nx.max_weight_matching(graph, maxcardinality=True)
        assert sum(cost[edge] for edge in found) == sum(cost[min(edge), max(edge)] for edge in best)


def test_matching_without_perfect_matching_is_none():
    assert cheapest(4, [(0, 1, 5), (0, 2, 1)], 10) is None
    assert cheapest(2, [], 10) is None
    assert cheapest(6, [(0, 1, 1), (2, 3, 1), (2, 4, 1)], 10) is None
    assert cheapest(0, [], 10) == []
    assert cheapest(4, [(2, 3, 9), (0, 1, 9), (0, 2, 1)], 10) == [(0, 1), (2, 3)]


def test_rustworkx_is_installed():
    assert matching.HAVE_RUSTWORKX  # pinned in the requirements; no one would notice the other one but by the clock


def test_matching_without_rustworkx_uses_networkx(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matching, "HAVE_RUSTWORKX", False)
    assert cheapest(4, [(0, 1, 1), (2, 3, 1), (0, 2, 0), (1, 3, 3)], 10) == [(0, 1), (2, 3)]
    assert cheapest(4, [(0, 1, 5), (0, 2, 1)], 10) is None


def test_packing_has_room_for_cost_of_last_player():
    """A hundred pair-ups of the last player must not outweigh a squared gap of eight."""
    field = Given({0: 5, 1: 4, 2: 0, 3: 4}, [(0, 1)], floats=[(3, Float.UP)] * 100).indexed(1)
    assert field.cost([(0, 3), (1, 2)]).key() == (0, 0, 0, 1 + 16, 0, 100, 0)
    assert field.cost([(0, 2), (1, 3)]).key() == (0, 0, 0, 25, 0, 0, 0)
    assert best_among(field, range(4)) == [(0, 3), (1, 2)]


def test_min_squared_gaps_pairs_neighbours():
    assert min_squared_gaps([9, 0, 3, 7]) == 3**2 + 2**2
    assert min_squared_gaps([]) == 0


@given(st.lists(st.integers(0, 12), min_size=1, max_size=15).filter(lambda points: len(points) % 2).map(sorted))
def test_min_squared_gaps_without_equals_definition(line):
    assert min_squared_gaps_without(line) == [
        min_squared_gaps([*line[:place], *line[place + 1 :]]) for place in range(len(line))
    ]
