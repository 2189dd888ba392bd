"""Round-robin schedules and pods."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.events.models import Stage
from epic_events.pairings.methods.pods import PodOrder, _distribute, draw_pods, pair_across, pod_sizes
from epic_events.pairings.methods.schedules import rounds_needed, schedule
from epic_events.pairings.methods.swiss import random_bits


@settings(max_examples=40, deadline=None)
@given(players=st.integers(2, 32), legs=st.sampled_from([1, 2]))
def test_round_robin_schedule_everyone_meets_once_per_leg(players, legs):
    rounds = schedule(list(range(players)), legs=legs)
    assert len(rounds) == rounds_needed(players, legs=legs)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for each in rounds:
        seated = [player for pair in each for player in pair if player is not None]
        assert sorted(seated) == list(range(players))
        met.update(frozenset((a, b)) for a, b in each if b is not None)
        byes.update(a for a, b in each if b is None)
    assert met == Counter({frozenset(pair): legs for pair in combinations(range(players), 2)})
    assert byes == Counter(dict.fromkeys(range(players), legs) if players % 2 else {})


def test_round_robin_second_leg_swaps_seats():
    rounds = schedule([1, 2, 3, 4], legs=2)
    assert [[(b, a) for a, b in each] for each in rounds[:3]] == rounds[3:]
    assert schedule([1, 2, 3, 4], legs=3) == [*rounds, *rounds[:3]]


def test_round_robin_schedule_is_platform_independent():
    """Another order would repeat pairs in a running event."""
    assert rounds_needed(4) == 3
    assert schedule([1, 2, 3, 4]) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    assert schedule([1, 2, 3, 4, 5]) == [
        [(1, None), (2, 5), (3, 4)],
        [(4, None), (5, 3), (1, 2)],
        [(2, None), (3, 1), (4, 5)],
        [(5, None), (1, 4), (2, 3)],
        [(3, None), (4, 2), (5, 1)],
    ]


@pytest.mark.parametrize("wrong", [[], [1], [1, 1], list(range(33))])
def test_round_robin_unsupported_players_raise(wrong):
    with pytest.raises(ValueError, match="2 to 32 different players"):
        schedule(wrong)


@settings(max_examples=100, deadline=None)
@given(players=st.integers(1, 400), size=st.integers(4, 8))
def test_pod_sizes_seat_everyone_with_few_odd_pods(players, size):
    sizes = pod_sizes(players, size)
    assert sum(sizes) == players
    assert len(sizes) == -(-players // size)
    assert max(sizes) <= size
    if size == 8 and players >= 18:
        assert min(sizes) >= 6
    if size % 2 == 0:
        assert sum(each % 2 for each in sizes) == players % 2


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(8, [8]), (9, [5, 4]), (17, [6, 6, 5]), (20, [8, 6, 6]), (22, [8, 8, 6]), (23, [8, 8, 7]), (24, [8, 8, 8])],
)
def test_pod_sizes_maximise_smallest_pod(players, sizes):
    assert pod_sizes(players) == sizes


def test_distribute_missing_players_in_every_way_once():
    assert list(_distribute(4, 3, 4)) == [[0, 0, 4], [0, 1, 3], [0, 2, 2], [1, 1, 2]]


def test_pod_sizes_without_players_or_of_one_raise():
    for players, size in ((0, 8), (4, 1)):
        with pytest.raises(ValueError, match=f"{players} players cannot be divided into pods of {size}"):
            pod_sizes(players, size)
    assert pod_sizes(5, 2) == [2, 2, 1]


@settings(max_examples=60, deadline=None)
@given(players=st.integers(4, 60), seed=st.integers(0, 2**40), order=st.sampled_from(["chance", "snake", "blocks"]))
def test_draw_pods_seats_everyone_once_and_is_reproducible(players, seed, order):
    field = random.Random(seed).sample(range(1000), players)
    pods = draw_pods(field, 8, order, seed, random_bits)
    assert sorted(player for pod in pods for player in pod) == sorted(field)
    assert [len(pod) for pod in pods] == pod_sizes(players)
    assert draw_pods(field, 8, order, seed, random_bits) == pods
    seats = [[random_bits(seed, player) for player in pod] for pod in pods]
    assert seats == [sorted(pod) for pod in seats]
    if order == "chance":
        assert [drawn for pod in seats for drawn in pod] == sorted(random_bits(seed, player) for player in field)
    if order == "blocks":
        assert [set(pod) for pod in pods] == [
            set(field[sum(map(len, pods[:at])) :][: len(pod)]) for at, pod in enumerate(pods)
        ]


def test_draw_pods_snake_spreads_best_players():
    pods = draw_pods(list(range(1, 17)), 8, "snake", 5, random_bits)
    assert [sorted(pod) for pod in pods] == [[1, 4, 5, 8, 9, 12, 13, 16], [2, 3, 6, 7, 10, 11, 14, 15]]
    uneven = draw_pods(list(range(1, 10)), 4, "snake", 5, random_bits)
    assert [sorted(pod) for pod in uneven] == [[1, 6, 7, 9], [2, 5, 8], [3, 4]]


def test_pod_order_values_match_model():
    assert [order.value for order in PodOrder] == list(Stage.PodOrder.values)


@st.composite
def draft_pods(draw):
    """Return a pod in seat order, the order of the bye, earlier byes and pairs that are not allowed."""
    line = draw(st.permutations(range(100, 100 + draw(st.integers(2, 12)))))
    pairs = st.sets(st.sampled_from(line), min_size=2, max_size=2).map(frozenset)
    return line, draw(st.permutations(line)), draw(st.sets(st.sampled_from(line))), draw(st.sets(pairs, max_size=6))


@settings(max_examples=200, deadline=None)
@given(pod=draft_pods())
def test_pair_across_seats_everyone_once_and_keeps_pairs_apart(pod):
    line, bye_order, byes_before, apart = pod
    found = pair_across(line, byes_before=byes_before, apart=apart, bye_order=bye_order)
    free = pair_across(line, byes_before=byes_before, apart=(), bye_order=bye_order)
    assert free is not None
    for pairs, bye in filter(None, (found, free)):
        byes = [] if bye is None else [bye]
        assert sorted([*(player for pair in pairs for player in pair), *byes]) == sorted(line)
        assert len(byes) == len(line) % 2
        rest = [player for player in line if player != bye]
        assert {rest.index(b) - rest.index(a) for a, b in pairs} == {len(rest) // 2}
    if len(line) % 2 and byes_before < set(line):
        assert free[1] == next(player for player in bye_order if player not in byes_before)
    if found is not None:
        assert not {frozenset(pair) for pair in found[0]} & apart
    else:  # no choice of the bye avoids the pairs
        choices = [[player] for player in line] if len(line) % 2 else [[]]
        assert all(pair_across(line, byes_before=(), apart=apart, bye_order=choice) is None for choice in choices)


def test_pair_across_single_player_has_the_bye():
    assert pair_across([7], byes_before=(), apart=(), bye_order=[7]) == ([], 7)
