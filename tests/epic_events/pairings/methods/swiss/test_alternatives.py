"""Best alternative to a pair, compared with brute force."""

from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.swiss.alternatives import (
    MAX_PLAYERS_WEIGHED,
    Alternative,
    ScoreGroupInfo,
    _exchange,
    best_alternative,
    score_group_info,
)
from tests.epic_events.pairings.fields import Given, cost_of, every_pairing, fields, pairs_of
from tests.epic_events.pairings.simulator import Event


@settings(max_examples=60, deadline=None)
@given(fields(most=8), st.integers(0, 2**31), st.data())
def test_best_alternative_is_optimal_without_given_pair(field, seed, data):
    rows = pairs_of(field.paired(seed))
    player_pair = data.draw(st.sampled_from(rows))
    found = best_alternative(field.indexed(seed), rows, player_pair)
    others = [
        cost_of(other, field)
        for other in every_pairing(field.players)
        if frozenset(player_pair) not in {frozenset(pair) for pair in other}
    ]
    if not others:
        assert found is None
        return
    assert found is not None
    now = cost_of(rows, field)
    assert found.difference == tuple(a - b for a, b in zip(min(others), now, strict=True))
    assert found.difference >= (0,) * 7
    assert {pair[0] for pair in found.pairs} == {player for player in player_pair if player is not None}
    assert frozenset(player_pair) not in {frozenset(pair) for pair in found.pairs}


def test_best_alternative_large_field_is_single_exchange():
    event = Event(MAX_PLAYERS_WEIGHED + 45, seed=8)
    event.play(4)
    field = event.given
    pairing = field.paired(3)
    rows = pairs_of(pairing)
    even, bye = rows[0], rows[-1]
    for player_pair in (even, bye):
        found = best_alternative(field.indexed(3), rows, player_pair)
        assert found is not None
        assert not found.whole_field
        assert found.difference[:4] >= (0, 0, 0, 0)
        assert player_pair not in found.pairs


def test_best_alternative_for_suboptimal_pair_shows_improvement():
    field = Given({1: 3, 2: 3, 3: 0, 4: 0})
    rows: list[tuple[int, int | None]] = [(1, 3), (2, 4)]
    found = best_alternative(field.indexed(1), rows, (1, 3))
    assert found is not None
    assert (found.pairs, found.difference) == (((1, 2), (3, 4)), (0, 0, 0, -18, 0, 0, 0))


def test_exchange_is_cheapest_of_both_orientations_with_every_table():
    field = Given({0: 9, 1: 9, 2: 9, 3: 6, 4: 6, 5: 0, 6: 1}, [(0, 2)], avoided=[(1, 3)]).indexed(1)
    edges = [(0, 1), (2, 3), (4, 5), (6, field.bye)]
    # 1 and 2 could meet, 0 and 3; 0 and 2 have met.
    assert _exchange(field, edges, (0, 1)) == Alternative(((0, 3), (1, 2)), (0, 0, 0, 0, 0, 0, 0), whole_field=False)
    assert _exchange(field, edges, (1, 0)) == Alternative(((1, 2), (0, 3)), (0, 0, 0, 0, 0, 0, 0), whole_field=False)
    assert _exchange(field, edges, (4, 5)) == Alternative(
        ((4, 6), (5, None)), (0, 0, 0, -18, 0, 0, 0), whole_field=False
    )
    bye = _exchange(field, edges, (6, field.bye))
    assert bye == Alternative(((6, 4),), (0, 0, 0, -18, 0, 0, 0), whole_field=False)
    assert _exchange(field, edges[:1], (0, 1)) is None


def test_exchange_equal_costs_are_resolved_by_noise():
    field = Given(dict.fromkeys(range(8), 0)).indexed(1)
    edges = [(0, 1), (2, 3), (4, 5), (6, 7)]
    noise, partner = min((field.noise(0, other), other) for other in range(2, 8))
    found = _exchange(field, edges, (0, 1))
    assert found is not None
    assert (found.pairs[0], noise) == ((0, partner), field.noise(0, partner))


def test_best_alternative_weighs_whole_field_up_to_limit():
    for players, whole in ((MAX_PLAYERS_WEIGHED, True), (MAX_PLAYERS_WEIGHED + 2, False)):
        field = Given({player: player // 2 for player in range(players)})
        rows: list[tuple[int, int | None]] = [(player, player + 1) for player in range(0, players, 2)]
        found = best_alternative(field.indexed(1), rows, rows[0])
        assert found is not None
        assert (found.whole_field, found.difference) == (whole, (0, 0, 0, 2, 0, 0, 0))


def test_score_group_info_counts_level_and_unmet_players():
    field = Given({10: 3, 20: 3, 30: 3, 40: 0, 50: 3}, [(20, 10), (40, 10), (20, 50), (10, None)]).indexed(1)
    assert score_group_info(field, 10) == ScoreGroupInfo(10, 3, 3, 2)
    assert score_group_info(field, 20) == ScoreGroupInfo(20, 3, 3, 1)
    assert score_group_info(field, 40) == ScoreGroupInfo(40, 0, 0, 0)
