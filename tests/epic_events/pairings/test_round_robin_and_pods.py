"""Round robins, pods and pairing by standing: the pure halves."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.pods import draw_pods, pod_sizes
from epic_events.pairings.power_pairing import power_pair
from epic_events.pairings.round_robin import rounds_needed, schedule
from epic_events.pairings.swiss import chance


@settings(max_examples=40, deadline=None)
@given(players=st.integers(2, 32), legs=st.sampled_from([1, 2]))
def test_everybody_meets_everybody_as_often_as_there_are_legs(players, legs):
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


def test_the_second_leg_has_the_seats_turned():
    rounds = schedule([1, 2, 3, 4], legs=2)
    assert [[(b, a) for a, b in each] for each in rounds[:3]] == rounds[3:]


@pytest.mark.parametrize("wrong", [[], [1], [1, 1], list(range(33))])
def test_a_round_robin_has_two_to_thirty_two_different_players(wrong):
    with pytest.raises(ValueError, match="2 to 32 different players"):
        schedule(wrong)


@settings(max_examples=100, deadline=None)
@given(players=st.integers(1, 400), size=st.integers(4, 8))
def test_pods_hold_everybody_and_few_of_them_are_odd(players, size):
    sizes = pod_sizes(players, size)
    assert sum(sizes) == players
    assert len(sizes) == -(-players // size)
    assert max(sizes) <= size
    if size == 8 and players >= 18:
        assert min(sizes) >= 6
    if size % 2 == 0:
        assert sum(each % 2 for each in sizes) == players % 2


def test_pods_without_players_are_refused():
    with pytest.raises(ValueError, match="0 players"):
        pod_sizes(0)


@settings(max_examples=60, deadline=None)
@given(players=st.integers(4, 60), seed=st.integers(0, 2**40), order=st.sampled_from(["chance", "snake", "blocks"]))
def test_everybody_has_one_seat_and_the_same_seed_gives_the_same_pods(players, seed, order):
    field = random.Random(seed).sample(range(1000), players)
    pods = draw_pods(field, 8, order, seed, chance)
    assert sorted(player for pod in pods for player in pod) == sorted(field)
    assert [len(pod) for pod in pods] == pod_sizes(players)
    assert draw_pods(field, 8, order, seed, chance) == pods
    if order == "blocks":
        assert [set(pod) for pod in pods] == [
            set(field[sum(map(len, pods[:at])) :][: len(pod)]) for at, pod in enumerate(pods)
        ]


def test_a_snake_spreads_the_best():
    pods = draw_pods(list(range(1, 17)), 8, "snake", 5, chance)
    assert [sorted(pod) for pod in pods] == [[1, 4, 5, 8, 9, 12, 13, 16], [2, 3, 6, 7, 10, 11, 14, 15]]


def cheapest(standing: list[int], met: set[frozenset[int]]) -> tuple[int, int]:
    """The fewest rematches and then the smallest sum of squared distances, by trying every pairing."""
    if not standing:
        return 0, 0
    best = None
    for at in range(1, len(standing)):
        rest = cheapest([*standing[1:at], *standing[at + 1 :]], met)
        again = frozenset((standing[0], standing[at])) in met
        found = (rest[0] + again, rest[1] + (standing[at] - standing[0]) ** 2)
        best = min(best, found) if best else found
    assert best is not None
    return best


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4).flatmap(lambda half: st.tuples(st.just(2 * half), st.sets(st.tuples(
    st.integers(0, 2 * half - 1), st.integers(0, 2 * half - 1)), max_size=12))))  # fmt: skip
def test_pairing_by_standing_is_the_best_of_all_pairings(case):
    players, history = case
    met = [(a, b) for a, b in history if a < b]
    standing = list(range(players))
    found = power_pair(standing, met)
    assert sorted(p for pair in found.pairs for p in (pair.first, pair.second)) == standing
    cost = found.rematches, sum((pair.second - pair.first) ** 2 for pair in found.pairs)
    assert cost == cheapest(standing, {frozenset(pair) for pair in met})


def test_neighbours_in_the_standings_meet_and_the_last_without_a_bye_has_it():
    found = power_pair([5, 4, 3, 2, 1], [(1, None), (5, 4)])
    assert [(pair.first, pair.second, pair.places) for pair in found.pairs] == [(5, 3, (1, 3)), (4, 1, (2, 5))]
    assert (found.bye, found.earlier_byes, found.whole_field) == (2, 0, True)
    again = power_pair([1, 2], [(1, 2)])
    assert [(pair.first, pair.second, pair.met) for pair in again.pairs] == [(1, 2, 1)]
    assert power_pair([], []).pairs == ()
    assert power_pair([1, 2, 3, 4], [], forbidden=[frozenset((1, 2))]).pairs[0].second == 3
    with pytest.raises(ValueError, match="twice"):
        power_pair([1, 1], [])


def test_a_large_field_meets_its_neighbours():
    found = power_pair(range(301), [(0, 1)])
    assert [(pair.first, pair.second) for pair in found.pairs[:3]] == [(0, 2), (1, 3), (4, 5)]
    assert (found.bye, found.whole_field, len(found.pairs)) == (300, False, 150)
