"""Pairing within one score group."""

from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.swiss import PlayerPair
from epic_events.pairings.methods.swiss.candidate import best_among
from epic_events.pairings.methods.swiss.score_groups import MAX_GROUP_WEIGHED, _conflicts_by_player, pair_score_group
from tests.epic_events.pairings.fields import Given


def level(players: int, history: list[PlayerPair], **how: Any) -> Given:
    return Given(dict.fromkeys(range(players), 0), history, **how)


def test_pair_score_group_rematch_is_exchanged_even_if_all_pairs_are_avoided():
    """An avoided pair costs less than a rematch, also in groups above the limit."""
    players = MAX_GROUP_WEIGHED + 4
    everyone: list[PlayerPair] = list(combinations(range(players), 2))
    field = level(players, [(0, 1), (6, 7)], avoided=everyone).indexed(1)
    pairs = pair_score_group(field, range(players))
    assert pairs is not None
    assert sorted(player for pair in pairs for player in pair) == list(range(players))
    assert not {(0, 1), (6, 7)} & set(pairs)


def test_pair_score_group_large_group_exchange_causing_rematch_is_skipped():
    players = MAX_GROUP_WEIGHED + 4
    everyone: list[PlayerPair] = list(combinations(range(players), 2))
    first, last = (0, 1), (players - 2, players - 1)
    across: list[PlayerPair] = [(a, b) for a in first for b in last]
    pairs = pair_score_group(level(players, [first, last, *across], avoided=everyone).indexed(1), range(players))
    assert pairs is not None
    assert not {first, last, *across} & set(pairs)


def test_pair_score_group_large_group_rematch_is_exchanged_with_free_pair():
    players = MAX_GROUP_WEIGHED + 2
    pairs = pair_score_group(level(players, [(0, 1)]).indexed(1), range(players))
    assert pairs is not None
    assert (0, 1) not in pairs
    assert sorted(player for pair in pairs for player in pair) == list(range(players))


def test_pair_score_group_without_single_exchange_is_solved_exactly():
    # 0 can meet no one but 2, and then 3 cannot meet 1: all three pairs have to change.
    met: list[PlayerPair] = [(0, 1), (0, 3), (0, 4), (0, 5), (1, 3)]
    pairs = pair_score_group(level(6, met).indexed(1), range(6))
    assert pairs is not None
    assert (0, 2) in pairs
    assert not set(met) & set(pairs)


def test_pair_score_group_exchanges_with_next_pair_first():
    assert pair_score_group(level(8, [(0, 1)]).indexed(1), range(8)) == [(0, 2), (1, 3), (4, 5), (6, 7)]
    assert pair_score_group(level(8, [(6, 7)]).indexed(1), range(8)) == [(1, 7), (2, 3), (4, 5), (0, 6)]


def test_pair_score_group_above_limit_is_given_up():
    """0 can meet 2 only, whose partner 3 has met 1: no single exchange helps."""
    for players, free in ((MAX_GROUP_WEIGHED, True), (MAX_GROUP_WEIGHED + 2, False)):
        met: list[PlayerPair] = [*((0, other) for other in range(1, players) if other != 2), (1, 3)]
        pairs = pair_score_group(level(players, met).indexed(1), range(players))
        assert (pairs is not None and (0, 2) in pairs) == free


def test_pair_score_group_player_with_all_met_is_given_up():
    assert pair_score_group(level(6, [(0, other) for other in range(1, 6)]).indexed(1), range(6)) is None


def test_pair_score_group_avoided_pair_is_exchanged_if_free():
    field = level(8, [], avoided=[(0, 1), (4, 5)]).indexed(1)
    pairs = pair_score_group(field, range(8))
    assert pairs is not None
    assert not {(0, 1), (4, 5)} & set(pairs)
    alone = pair_score_group(level(4, [], avoided=[(0, 1)]).indexed(1), range(4))
    assert alone in ([(0, 2), (1, 3)], [(0, 3), (1, 2)])
    # It stays where every exchange would make a rematch.
    held = level(4, [(0, 2), (1, 3), (0, 3), (1, 2)], avoided=[(0, 1)]).indexed(1)
    assert pair_score_group(held, range(4)) == [(0, 1), (2, 3)]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.data())
def test_pair_score_group_small_group_has_no_avoidable_rematch(half, data):
    players = list(range(2 * half))
    player_pairs: list[PlayerPair] = list(combinations(players, 2))
    met = data.draw(st.lists(st.sampled_from(player_pairs), max_size=3 * half))
    forbidden = data.draw(st.lists(st.sampled_from(player_pairs), max_size=2))
    field = level(len(players), met, forbidden=forbidden).indexed(1)
    pairs, best = pair_score_group(field, players), best_among(field, players)
    assert best is not None
    if any(field.is_conflict(pair) for pair in best):
        assert pairs is None
    else:
        assert pairs is not None
        assert not any(field.is_conflict(pair) for pair in pairs)
        assert sorted(player for pair in pairs for player in pair) == players


def test_conflicts_by_player_counts_met_and_forbidden_once():
    """Counted twice, a player would seem to have met a third of the score group."""
    field = level(20, [(0, 1), (1, 0), (0, 2), (3, 0)], forbidden=[(0, 1), (2, 0), (0, 5), (0, None)]).indexed(1)
    met = _conflicts_by_player(field)
    assert sorted(met[0]) == [1, 2, 3, 5]
    assert [len(others) for others in met] == [4, 1, 1, 1, 0, 1, *[0] * 14]
