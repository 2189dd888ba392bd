"""Methods for large fields, compared with the optimum of the whole field."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.swiss import LAST_RESORT, Cost, Method, PlayerPair, pair
from epic_events.pairings.methods.swiss.candidate import Candidate, whole_field
from epic_events.pairings.methods.swiss.field import Field
from epic_events.pairings.methods.swiss.score_groups import pair_by_score_groups
from epic_events.pairings.methods.swiss.score_line import SLICE, pair_by_score_windows
from tests.epic_events.pairings.fields import Given, drawn_field, fields, pairs_of
from tests.epic_events.pairings.simulator import Event

GAPS = 4  # levels through the squared gaps


def assert_holds(field: Field, found: Candidate, best: Cost) -> None:
    """Check pairs, reported cost and bound of a pairing."""
    assert sorted(at for edge in found.edges for at in edge) == list(range(field.nodes))
    assert field.cost(found.edges) == found.cost
    assert found.bound.key() <= best.key() <= found.cost.key()


@settings(max_examples=70, deadline=None)
@given(st.integers(0, 2**40), st.sampled_from([3, 4, 6, 12]))
def test_score_groups_reach_proven_optimum_for_any_pool_size(seed, pool_from):
    field = drawn_field(seed, most=80).indexed(seed)
    found, best = pair_by_score_groups(field, pool_from), whole_field(field).cost
    if found is not None:
        assert_holds(field, found, best)
        assert found.cost.key()[:GAPS] == found.bound.key()[:GAPS] == best.key()[:GAPS]


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**40))
def test_score_groups_reach_optimum_up_to_200_players(seed):
    given_ = drawn_field(seed, most=200)
    pairing, best = given_.paired(seed, whole_field_up_to=0), whole_field(given_.indexed(seed)).cost
    assert given_.paired(seed).cost == best
    assert pairing.cost.key()[:3] == best.key()[:3]
    assert 0 <= pairing.cost.squared_gaps - best.squared_gaps <= pairing.gap_excess


@settings(max_examples=60, deadline=None)
@given(fields(most=20), st.integers(0, 2**31))
def test_arbitrary_fields_break_no_avoidable_rule(field, seed):
    whole, groups = field.paired(seed), field.paired(seed, whole_field_up_to=0)
    assert groups.cost.key()[:GAPS] == whole.cost.key()[:GAPS]


@pytest.mark.parametrize(("players", "rounds"), [(90, 3), (121, 6), (200, 7), (151, 10)])
def test_realistic_swiss_is_paired_at_proven_optimum(players, rounds):
    event = Event(players, seed=players, avoided_share=0.1)
    event.play(rounds)
    best = whole_field(event.given.indexed(5)).cost
    for how in ({}, {"whole_field_up_to": 0}):
        pairing = event.paired(seed=5, **how)
        assert (pairing.method, pairing.proven, pairing.cost) == (Method.SCORE_GROUPS, 7, best)


def test_score_groups_unproven_falls_back_to_whole_field():
    """A field in which players drawn from a pool had been paired down before."""
    given_ = drawn_field(530, most=120)
    groups, whole = given_.paired(530, whole_field_up_to=0), given_.paired(530)
    assert (groups.method, groups.cost, groups.proven) == (
        Method.SCORE_GROUPS, Cost(squared_gaps=2, repeated_downs=1), GAPS
    )  # fmt: skip
    assert (whole.method, whole.cost, whole.proven) == (Method.WHOLE_FIELD, Cost(squared_gaps=2), 7)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**40))
def test_score_windows_break_no_more_than_reported(seed):
    field = drawn_field(seed, most=60).indexed(seed)
    assert_holds(field, pair_by_score_windows(field), whole_field(field).cost)


def many(players: int, seed: int = 1) -> Given:
    """Return a large field with distinct scores in which all neighbours have met."""
    ids = random.Random(seed).sample(range(10_000), players)
    history: list[PlayerPair] = list(pairwise(ids))
    return Given({i: 3 * at for at, i in enumerate(ids)}, history)


def test_field_without_score_groups_is_paired_by_score_line():
    pairing = many(5 * SLICE).paired(3)
    assert (pairing.method, pairing.proven, pairing.cost.squared_meetings) == (Method.LINE, 7, 0)
    # With a bye every player could have it, and not all of them are tried: what that leaves open is reported.
    odd = many(5 * SLICE + 1).paired(3)
    assert (odd.method, odd.cost.key()[:3]) == (Method.LINE, (0, 0, 0))
    assert odd.proven == (7 if odd.gap_excess == 0 else 3)


def test_field_of_met_neighbours_is_paired_in_slices_with_reported_gap_excess():
    ids = random.Random(2).sample(range(10_000), 13 * SLICE + 1)
    history: list[PlayerPair] = [(a, b) for at, a in enumerate(ids) for b in ids[at + 1 : at + 20]]
    field = Given({i: 3 * at for at, i in enumerate(ids)}, history)
    pairing = field.paired(3)
    assert pairing.method is Method.SLICES
    assert sorted(p for row in pairs_of(pairing) for p in row if p is not None) == sorted(field.points)
    assert pairing.cost.key()[:3] == (0, 0, 0)
    assert pairing.proven == 3
    assert pairing.gap_excess == pairing.cost.squared_gaps - pairing.bound.squared_gaps > 0


def test_score_windows_repair_forbidden_pair_across_slices():
    line = list(range(2 * SLICE))
    top = line[:SLICE]
    forbidden: list[PlayerPair] = [(top[0], other) for other in top[1:]]
    field = Given({i: 1000 - i for i in line}, forbidden=forbidden).indexed(1)
    assert pair_by_score_windows(field).cost.forbidden == 0


def test_player_with_all_pairs_forbidden_is_paired_with_proof():
    points = {i: 3 * (i % 4) for i in range(600)}
    field = Given(points, forbidden=[(7, other) for other in range(600) if other != 7])
    pairing = field.paired(1)
    assert (pairing.method, pairing.cost.forbidden, pairing.bound.forbidden) == (Method.SCORE_GROUPS, 1, 1)


def test_large_field_with_fully_met_groups_pairs_across_groups():
    player_pairs: list[PlayerPair] = [(a, b) for a in range(300) for b in range(a + 1, 300) if a % 2 == b % 2]
    pairing = Given({i: i % 2 for i in range(300)}, player_pairs).paired(1)
    assert pairing.cost.key() == (0, 0, 0, 150, 0, 0, 0)
    assert pairing.proven == 7
    assert LAST_RESORT >= 300


def test_large_field_same_seed_gives_same_pairing():
    event = Event(601, seed=4)
    event.play(4)
    past = event.given
    first = past.paired(9)
    assert first.method is Method.SCORE_GROUPS
    assert past.shuffled(random.Random(2)).paired(9) == first
    assert past.paired(10) != first


def test_ten_thousand_players_are_paired_at_optimum():
    entrants = Event(10_000, seed=1, rated=False).given.entrants
    pairing = pair(entrants, [], seed=1)
    assert len(pairing.pairs) == 5_000
    assert (pairing.proven, pairing.cost) == (7, Cost())
