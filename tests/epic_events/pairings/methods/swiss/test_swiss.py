"""Swiss pairing, compared with brute force."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.swiss import (
    LEVELS,
    Bye,
    Cost,
    Entrant,
    Float,
    Method,
    Pair,
    PlayerPair,
    Reason,
    ReasonKind,
    matching,
    pair,
)
from tests.epic_events.pairings.fields import Given, cost_of, every_pairing, fields, pairs_of

History = list[PlayerPair]


@settings(max_examples=150, deadline=None)
@given(fields(), st.integers(0, 2**63 - 1))
def test_pair_is_optimal_compared_with_brute_force(field, seed):
    pairing = field.paired(seed)
    best = min(cost_of(other, field) for other in every_pairing(field.players))
    assert cost_of(pairs_of(pairing), field) == best
    assert pairing.cost.key() == pairing.bound.key() == best
    assert (pairing.method, pairing.proven, pairing.gap_excess) == (Method.WHOLE_FIELD, 7, 0)


@settings(max_examples=2, deadline=None)
@given(fields(most=10).filter(lambda field: len(field.points) == 10), st.integers(0, 2**63 - 1))
def test_pair_ten_players_is_optimal(field, seed):
    best = min(cost_of(other, field) for other in every_pairing(field.players))
    assert field.paired(seed).cost.key() == best


@settings(max_examples=60, deadline=None)
@given(fields(), st.integers(0, 2**63 - 1))
def test_pair_without_rustworkx_costs_same(field, seed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "HAVE_RUSTWORKX", False)
        slow = field.paired(seed)
    assert slow.cost == field.paired(seed).cost


@settings(max_examples=60, deadline=None)
@given(fields(most=40), st.integers(0, 2**63 - 1))
def test_pair_seats_each_player_exactly_once(field, seed):
    points, pairing = field.points, field.paired(seed)
    seated = [player for row in pairs_of(pairing) for player in row if player is not None]
    assert sorted(seated) == sorted(points)
    assert (pairing.bye is not None) == (len(points) % 2 == 1)
    assert all(points[p.first] >= points[p.second] for p in pairing.pairs)
    max_levels = [(points[p.first], points[p.second]) for p in pairing.pairs]
    assert max_levels == sorted(max_levels, reverse=True)


@settings(max_examples=60, deadline=None)
@given(fields(most=20), st.integers(0, 2**63 - 1), st.randoms(use_true_random=False))
def test_pair_is_independent_of_input_order(field, seed, shuffler):
    assert field.shuffled(shuffler).paired(seed) == field.paired(seed)


def test_pair_same_seed_is_platform_independent():
    entrants = [Entrant(i, 0) for i in range(1, 8)]
    pairing = pair(entrants, [], seed=2016)
    assert pairs_of(pairing) == [(7, 1), (4, 5), (3, 2), (6, None)]


def test_pair_equal_players_can_yield_every_pairing():
    entrants = [Entrant(i, 0) for i in (1, 2, 3, 4)]
    partners = {p for seed in range(60) for p in pairs_of(pair(entrants, [], seed=seed)) if 1 in p}
    assert {frozenset(p) for p in partners} == {frozenset((1, 2)), frozenset((1, 3)), frozenset((1, 4))}


def winner_of(a: int, b: int, random_bits: random.Random) -> int:
    return a if random_bits.random() < 0.5 else b


@pytest.mark.parametrize("seed", range(25))
def test_pair_eight_players_seven_rounds_repeats_only_if_unavoidable(seed):
    random_bits = random.Random(seed)
    points = dict.fromkeys(range(8), 0)
    history: History = []
    for round_number in range(7):
        pairing = pair([Entrant(i, p) for i, p in points.items()], history, seed=seed * 100 + round_number)
        rows = pairs_of(pairing)
        met = {frozenset(meeting) for meeting in history}
        rematches = [row for row in rows if frozenset(row) in met]
        labelled = [(p.first, p.second) for p in pairing.pairs if any(r.kind is ReasonKind.REMATCH for r in p.reasons)]
        assert labelled == rematches
        costs = [cost_of(other, Given(points, history))[2] for other in every_pairing(list(range(8)))]
        assert pairing.cost.squared_meetings == min(costs)
        assert pairing.rematches == len(rematches)
        for a, b in rows:
            assert b is not None
            points[winner_of(a, b, random_bits)] += 3
        history += rows


@pytest.mark.parametrize("players", [3, 5, 7, 9])
def test_pair_no_second_bye_before_all_players_had_one(players):
    random_bits = random.Random(players)
    points = dict.fromkeys(range(players), 0)
    history: History = []
    had: list[int] = []
    for round_number in range(players):
        pairing = pair([Entrant(i, p) for i, p in points.items()], history, seed=round_number)
        assert pairing.bye is not None
        had.append(pairing.bye.player)
        points[pairing.bye.player] += 3
        for p in pairing.pairs:
            points[winner_of(p.first, p.second, random_bits)] += 3
        history += pairs_of(pairing)
    assert sorted(had) == list(range(players))
    again = pair([Entrant(i, p) for i, p in points.items()], history, seed=99).bye
    assert again is not None
    assert Reason(ReasonKind.SECOND_BYE, 1) in again.reasons


def test_pair_bye_goes_to_lowest_player_without_forced_rematch():
    # 1 and 2 stand lowest. Were 1 given the bye, 2 would have to meet 3 again, whom alone 4 has not met.
    entrants = [Entrant(1, 0), Entrant(2, 0), Entrant(3, 3), Entrant(4, 3), Entrant(5, 6)]
    history: History = [(2, 3), (2, 4), (2, 5), (3, 5), (4, 5)]
    for seed in range(10):
        pairing = pair(entrants, history, seed=seed)
        assert pairing.bye == Bye(2, (Reason(ReasonKind.BYE_LOWEST),))
        assert pairing.cost.squared_meetings == 0


def test_pair_bye_counts_as_opponent_one_win_below_lowest():
    entrants = [Entrant(1, 4), Entrant(2, 6), Entrant(3, 6)]
    assert pair(entrants, [], seed=1).cost.squared_gaps == 3**2
    assert pair(entrants, [], seed=1, win_points=2).cost.squared_gaps == 2**2


def test_pair_bye_above_lowest_reports_difference():
    entrants = [Entrant(1, 0), Entrant(2, 3), Entrant(3, 3)]
    pairing = pair(entrants, [(1, None)], seed=1)
    assert pairing.bye is not None
    assert pairing.bye.player in {2, 3}
    assert pairing.bye.reasons == (Reason(ReasonKind.BYE_ABOVE_LOWEST, 3),)
    assert pairing.pairs[0].reasons == (Reason(ReasonKind.PAIR_DOWN, 3),)


def test_pair_reasons_name_same_points_pair_down_and_forbidden():
    level = pair([Entrant(1, 3), Entrant(2, 3)], [], seed=1)
    assert [p.reasons for p in level.pairs] == [(Reason(ReasonKind.SAME_POINTS),)]
    avoided = pair([Entrant(1, 1), Entrant(2, 3)], [(1, 2), (2, 1)], seed=1, forbidden=[(2, 1)])
    assert avoided.pairs == (
        Pair(2, 1, (Reason(ReasonKind.PAIR_DOWN, 2), Reason(ReasonKind.REMATCH, 2), Reason(ReasonKind.FORBIDDEN))),
    )


def test_pair_empty_or_single_player_field_has_no_pairs():
    assert pair([], [], seed=1) == pair([], [(1, 2)], seed=2)
    alone = pair([Entrant(7, 0)], [], seed=1)
    assert (alone.pairs, alone.bye) == ((), Bye(7, (Reason(ReasonKind.BYE_LOWEST),)))


def test_pair_duplicate_player_raises():
    with pytest.raises(ValueError, match="appears twice"):
        pair([Entrant(1, 0), Entrant(1, 3)], [], seed=1)


def test_pair_equal_gaps_spare_players_paired_down_before():
    points = {1: 3, 2: 3, 3: 3, 4: 0, 5: 0, 6: 0}
    floats = [(1, Float.DOWN), (2, Float.DOWN), (2, Float.UP), (4, Float.UP), (5, Float.UP), (6, Float.DOWN)]
    for seed in range(10):
        pairing = Given(points, floats=floats).paired(seed)
        assert (3, 6) in pairs_of(pairing)
        assert pairing.cost.key() == (0, 0, 0, 9, 0, 0, 0)


def test_pair_repeated_floats_are_reasons():
    points = {1: 3, 2: 0}
    pairing = Given(points, floats=[(1, Float.DOWN), (1, Float.DOWN), (2, Float.UP), (2, Float.DOWN)]).paired(1)
    assert pairing.pairs[0].reasons == (
        Reason(ReasonKind.PAIR_DOWN, 3),
        Reason(ReasonKind.REPEATED_DOWN, 2),
        Reason(ReasonKind.REPEATED_UP, 1),
    )


def test_pair_repeated_pair_down_outweighs_repeated_pair_ups():
    # 1, who was paired down once, or 2, whom everybody below would meet after three pair-ups, has to go down.
    points = {1: 3, 2: 3, 3: 3, 4: 0, 5: 0, 6: 0}
    floats = [(1, Float.DOWN), (2, Float.DOWN), *[(low, Float.UP) for low in (4, 5, 6) for _ in range(3)]]
    for seed in range(10):
        pairing = Given(points, floats=floats).paired(seed)
        assert any(pair.first == 3 and pair.second in {4, 5, 6} for pair in pairing.pairs)
        assert pairing.cost.key() == (0, 0, 0, 9, 0, 3, 0)
    # A soft wish gives way to both.
    spared = Given(points, floats=floats[2:-3], avoided=[(high, 6) for high in (1, 2, 3)]).paired(1)
    assert spared.cost.key() == (0, 0, 0, 9, 0, 0, 1)


def test_pair_avoided_pairs_have_lowest_priority():
    free = Given(dict.fromkeys(range(1, 5), 0), avoided=[(1, 2), (4, 3)])
    assert {frozenset(row) for seed in range(20) for row in pairs_of(free.paired(seed))} == {
        frozenset(row) for row in [(1, 3), (1, 4), (2, 3), (2, 4)]
    }
    pressed = Given({1: 3, 2: 3, 3: 0, 4: 0}, avoided=[(1, 2)]).paired(1)
    assert pairs_of(pressed) == [(pressed.pairs[0].first, pressed.pairs[0].second), pairs_of(pressed)[1]]
    assert pressed.pairs[0].reasons == (Reason(ReasonKind.SAME_POINTS), Reason(ReasonKind.AVOIDED))
    assert pressed.cost.key() == (0, 0, 0, 0, 0, 0, 1)


def test_pair_avoided_bye_goes_to_other_level_player():
    for seed in range(10):
        bye = Given({1: 0, 2: 0, 3: 0}, avoided=[(1, None)], forbidden=[(2, None)]).paired(seed).bye
        assert bye == Bye(3, (Reason(ReasonKind.BYE_LOWEST),))


@pytest.mark.parametrize("players", [6, 7, 40, 41])
def test_pair_all_forbidden_and_met_still_pairs_everyone(players):
    everyone = range(players)
    player_pairs: History = [(a, b) for a in everyone for b in (*everyone[a + 1 :], None)]
    field = Given({i: i % 5 for i in everyone}, player_pairs, forbidden=player_pairs, avoided=player_pairs)
    pairing = field.paired(1)
    assert sorted(p for row in pairs_of(pairing) for p in row if p is not None) == list(everyone)
    tables, odd = players // 2, players % 2
    assert pairing.cost.key()[:3] == (tables + odd, odd, tables)


def test_pair_very_large_scores_are_exact():
    field = Given({1: 0, 2: 10**30, 3: 1, 4: 10**30 + 1, 5: 5 * 10**29}, [(2, 4)], avoided=[(1, 3)])
    for seed in range(5):
        best = min(cost_of(other, field) for other in every_pairing(field.players))
        assert field.paired(seed).cost.key() == best


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 120), fields(most=7), st.integers(0, 2**63 - 1))
def test_pair_scores_of_any_size_are_exact(bits, field, seed):
    large = Given({i: p << bits for i, p in field.points.items()}, field.history)
    assert large.paired(seed).cost.key() == min(cost_of(other, large) for other in every_pairing(large.players))


def test_stored_reason_and_cost_names_are_stable():
    assert [kind.value for kind in ReasonKind] == [
        "same_points", "pair_down", "rematch", "forbidden", "repeated_pair_down", "repeated_pair_up", "avoided",
        "bye_lowest", "bye_above_lowest", "second_bye", "by_standing",
    ]  # fmt: skip
    assert [method.value for method in Method] == ["whole_field", "score_groups", "line", "slices"]
    assert [float_.value for float_ in Float] == ["down", "up"]
    assert LEVELS == (
        "forbidden", "second_byes", "squared_meetings", "squared_gaps", "repeated_downs", "repeated_ups", "avoided",
    )  # fmt: skip


def test_cost_and_reason_defaults_are_zero():
    assert Cost() == Cost(0, 0, 0, 0, 0, 0, 0)
    assert Reason(ReasonKind.FORBIDDEN) == Reason(ReasonKind.FORBIDDEN, 0)
