"""Single-elimination brackets of 2 to 64 players."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.brackets import (
    Bracket,
    BracketPosition,
    Empty,
    Part,
    Placing,
    Source,
    Tie,
    bracket_rounds,
    champion,
    is_over,
    largest_full_size,
    placings,
    placings_by_rounds,
    playable_ties,
    resolve_by_seed,
    resolve_ties,
    seed_order,
    single_elimination,
    size_for,
)
from epic_events.pairings.models import Match


def drawn(
    bracket: Bracket, seeded: list[int], chance: random.Random, *, both_lose: bool = False
) -> dict[BracketPosition, int | None]:
    """Play a bracket at random and return the winner of each tie."""
    winners: dict[BracketPosition, int | None] = {}
    for step in range(1, bracket.steps + 1):
        for tie in playable_ties(resolve_ties(bracket, seeded, winners), step):
            if len(tie.players) == 2:
                no_one = both_lose and chance.randrange(4) == 0
                winners[tie.place] = None if no_one else chance.choice(tie.players)
    return winners


def pairs(
    bracket: Bracket, seeded: list[int], step: int, winners: Mapping[BracketPosition, int | None]
) -> list[tuple[int, ...]]:
    return [tie.players for tie in playable_ties(resolve_ties(bracket, seeded, winners), step)]


def test_bracket_of_eight_starts_in_standard_order():
    assert pairs(single_elimination(8), [11, 12, 13, 14, 15, 16, 17, 18], 1, {}) == [
        (11, 18),
        (14, 15),
        (13, 16),
        (12, 17),
    ]


def test_brackets_of_four_and_two_pair_by_seed():
    assert pairs(single_elimination(4), [1, 2, 3, 4], 1, {}) == [(1, 4), (2, 3)]
    assert pairs(single_elimination(2), [9, 8], 1, {}) == [(9, 8)]


def test_bracket_of_six_gives_top_two_seeds_byes():
    bracket, seeded = single_elimination(6), [1, 2, 3, 4, 5, 6]
    assert pairs(bracket, seeded, 1, {}) == [(1,), (4, 5), (3, 6), (2,)]
    ties = resolve_ties(bracket, seeded, {BracketPosition(1, Part.MAIN, 1): 5, BracketPosition(1, Part.MAIN, 2): 3})
    assert [tie.players for tie in playable_ties(ties, 2)] == [(1, 5), (2, 3)]


@pytest.mark.parametrize("players", [2, 4, 8, 16, 32, 64])
def test_bracket_better_seeds_meet_as_late_as_possible(players):
    bracket, seeded = single_elimination(players), list(range(1, players + 1))
    assert sorted(seed_order(players)) == seeded
    winners: dict[BracketPosition, int | None] = {}
    for step in range(1, bracket_rounds(players) + 1):
        ties = playable_ties(resolve_ties(bracket, seeded, winners), step)
        assert {sum(tie.players) for tie in ties} == {(players >> (step - 1)) + 1}
        winners |= {tie.place: tie.players[0] for tie in ties}


def test_bracket_upset_winner_advances_and_better_seed_is_first():
    upsets = {BracketPosition(1, Part.MAIN, slot): winner for slot, winner in enumerate([8, 4, 6, 2])}
    assert pairs(single_elimination(8), list(range(1, 9)), 2, upsets) == [(4, 8), (2, 6)]


@pytest.mark.parametrize("wrong", [0, 1, 65])
def test_single_elimination_unsupported_size_raises(wrong):
    with pytest.raises(ValueError, match="2 to 64"):
        single_elimination(wrong)


def test_resolve_ties_needs_each_player_once():
    with pytest.raises(ValueError, match="different players"):
        resolve_ties(single_elimination(2), [1, 1], {})
    with pytest.raises(ValueError, match="different players"):
        resolve_ties(single_elimination(4), [1, 2], {})


def test_resolve_ties_walkovers_advance_including_empty_slots():
    bracket = single_elimination(4)
    ties = resolve_ties(
        bracket, [1, 2, 3, 4], {BracketPosition(1, Part.MAIN, 0): None, BracketPosition(1, Part.MAIN, 1): 2}
    )
    final = ties[bracket.final.place]
    assert (final.first, final.second, final.winner, final.loser) == (Empty.NO_ONE, 2, 2, Empty.NO_ONE)
    assert champion(bracket, ties) == 2
    ranked = placings(
        bracket, [1, 2, 3, 4], {BracketPosition(1, Part.MAIN, 0): None, BracketPosition(1, Part.MAIN, 1): 2}
    )
    assert [(row.rank, row.player) for row in ranked] == [(1, 2), (3, 1), (3, 3), (3, 4)]


def test_placings_share_ranks_by_round_and_sort_by_seed():
    bracket, seeded = single_elimination(8), [100 + seed for seed in range(1, 9)]
    quarters = {BracketPosition(1, Part.MAIN, slot): winner for slot, winner in enumerate([101, 104, 106, 107])}
    assert [(p.rank, p.seed, p.still_in) for p in placings(bracket, seeded, quarters)[:5]] == [
        (1, 1, True),
        (1, 4, True),
        (1, 6, True),
        (1, 7, True),
        (5, 2, False),
    ]
    assert not is_over(resolve_ties(bracket, seeded, quarters))
    half_a_round_later = quarters | {BracketPosition(2, Part.MAIN, 0): 101}
    assert [(p.rank, p.seed, p.still_in) for p in placings(bracket, seeded, half_a_round_later)[:4]] == [
        (1, 1, True),
        (1, 6, True),
        (1, 7, True),
        (3, 4, False),
    ]
    done = half_a_round_later | {BracketPosition(2, Part.MAIN, 1): 106, BracketPosition(3, Part.MAIN, 0): 101}
    assert placings(bracket, seeded, done) == [
        Placing(1, 101, 1, False),
        Placing(2, 106, 6, False),
        Placing(3, 104, 4, False),
        Placing(3, 107, 7, False),
        Placing(5, 102, 2, False),
        Placing(5, 103, 3, False),
        Placing(5, 105, 5, False),
        Placing(5, 108, 8, False),
    ]


def test_placings_third_place_match_separates_third_and_fourth():
    bracket, seeded = single_elimination(4, third_place=True), [1, 2, 3, 4]
    semis: dict[BracketPosition, int | None] = {
        BracketPosition(1, Part.MAIN, 0): 1,
        BracketPosition(1, Part.MAIN, 1): 3,
    }
    assert pairs(bracket, seeded, 2, semis) == [(1, 3), (2, 4)]
    done = semis | {BracketPosition(2, Part.MAIN, 0): 3, BracketPosition(2, Part.THIRD, 0): 4}
    assert [(row.rank, row.player) for row in placings(bracket, seeded, done)] == [(1, 3), (2, 1), (3, 4), (4, 2)]


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 64), seed=st.integers(0, 2**32), third=st.booleans())
def test_single_elimination_places_everyone_once(players, seed, third):
    chance = random.Random(seed)
    bracket, seeded = single_elimination(players, third_place=third), chance.sample(range(1000), players)
    winners = drawn(bracket, seeded, chance)
    ties = resolve_ties(bracket, seeded, winners)
    assert is_over(ties)
    assert len(winners) == players - 1 + (third and players >= 4)
    met = [tie for tie in ties.values() if len(tie.players) == 2 and tie.place.part != Part.THIRD]
    assert Counter(tie.loser for tie in met) == Counter(set(seeded) - {champion(bracket, ties)})
    rows = placings(bracket, seeded, winners)
    assert sorted(row.player for row in rows) == sorted(seeded)
    assert (rows[0].rank, rows[0].player, rows[1].rank) == (1, champion(bracket, ties), 2)
    assert not any(row.still_in for row in rows)
    for row in rows:
        better = sum(other.rank < row.rank for other in rows)
        assert row.rank == better + 1


@settings(max_examples=40, deadline=None)
@given(players=st.integers(3, 64))
def test_bracket_byes_go_to_top_seeds_and_top_two_meet_in_final(players):
    bracket, seeded = single_elimination(players), list(range(1, players + 1))
    ties = resolve_ties(bracket, seeded, {})
    byes = [tie.players[0] for tie in playable_ties(ties, 1) if len(tie.players) == 1]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    half_size = 1 << (bracket_rounds(players) - 2)
    halves = [
        {tie.players for tie in playable_ties(ties, 1) if (tie.place.slot >= half_size) == side} for side in (0, 1)
    ]
    assert [any(1 in who for who in half) for half in halves] == [True, False]
    assert [any(2 in who for who in half) for half in halves] == [False, True]


def test_bracket_size_is_next_power_of_two():
    for rounds, size in enumerate([2, 4, 8, 16, 32, 64], 1):
        for players in range(size // 2 + 1, size + 1):
            assert (size_for(players), bracket_rounds(players)) == (size, rounds)
    for wrong in (-1, 0, 1, 65):
        with pytest.raises(ValueError, match=f"2 to 64 players, not {wrong}"):
            size_for(wrong)


def test_largest_full_size_is_power_of_two():
    assert [largest_full_size(players) for players in (0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 65, 1000)] == [
        None, None, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 64,
    ]  # fmt: skip


def test_seed_order_is_standard():
    assert seed_order(2) == (1, 2)
    assert seed_order(3) == seed_order(4) == (1, 4, 2, 3)
    assert seed_order(8) == (1, 8, 4, 5, 3, 6, 2, 7)
    assert seed_order(16) == (1, 16, 8, 9, 5, 12, 4, 13, 3, 14, 6, 11, 7, 10, 2, 15)


def test_single_elimination_nodes_include_third_place_match():
    bracket = single_elimination(4, third_place=True)
    semis = [BracketPosition(1, Part.MAIN, slot) for slot in (0, 1)]
    final, third = BracketPosition(2, Part.MAIN, 0), BracketPosition(2, Part.THIRD, 0)
    assert [(node.place, node.first, node.second, node.if_needed) for node in bracket.nodes] == [
        (semis[0], Source(seed=1), Source(seed=4), False),
        (semis[1], Source(seed=2), Source(seed=3), False),
        (final, Source(tie=semis[0]), Source(tie=semis[1]), False),
        (third, Source(tie=semis[0], advances="loser"), Source(tie=semis[1], advances="loser"), False),
    ]
    assert (bracket.players, bracket.steps, bracket.final.place) == (4, 2, final)
    assert [node.place.part for node in single_elimination(3, third_place=True).nodes] == [Part.MAIN] * 3
    assert single_elimination(4).nodes == bracket.nodes[:3]


def test_bracket_part_values_match_model():
    assert [part.value for part in Part] == list(Match.Bracket.values)


def test_tie_is_known_once_both_slots_are_decided():
    place = BracketPosition(1, Part.MAIN, 0)
    assert Tie(place, 7, 8) == Tie(place, 7, 8, Empty.OPEN, Empty.OPEN)
    assert [(tie.players, tie.is_known) for tie in (
        Tie(place, 7, 8), Tie(place, 7, Empty.OPEN), Tie(place, Empty.OPEN, 8), Tie(place, Empty.NO_ONE, 8),
        Tie(place, Empty.NO_ONE, Empty.NO_ONE), Tie(place, Empty.OPEN, Empty.NO_ONE),
    )] == [((7, 8), True), ((7,), False), ((8,), False), ((8,), True), ((), True), ((), False)]  # fmt: skip


def test_semi_final_lost_by_both_gives_third_place_to_other_loser():
    bracket, seeded = single_elimination(4, third_place=True), [11, 12, 13, 14]
    winners: dict[BracketPosition, int | None] = {
        BracketPosition(1, Part.MAIN, 0): None,
        BracketPosition(1, Part.MAIN, 1): 13,
    }
    ties = resolve_ties(bracket, seeded, winners)
    third = BracketPosition(2, Part.THIRD, 0)
    assert ties[third] == Tie(third, Empty.NO_ONE, 12, 12, Empty.NO_ONE)
    assert [tie.place for tie in playable_ties(ties, 2)] == [BracketPosition(2, Part.MAIN, 0)]
    assert is_over(ties)
    assert placings(bracket, seeded, winners) == [
        Placing(1, 13, 3, False), Placing(3, 12, 2, False), Placing(4, 11, 1, False), Placing(4, 14, 4, False),
    ]  # fmt: skip


def test_third_place_match_lost_by_both_leaves_third_place_empty():
    bracket, seeded = single_elimination(4, third_place=True), [1, 2, 3, 4]
    winners = {
        BracketPosition(1, Part.MAIN, 0): 1,
        BracketPosition(1, Part.MAIN, 1): 2,
        BracketPosition(2, Part.MAIN, 0): 2,
    }
    rows = placings(bracket, seeded, winners | {BracketPosition(2, Part.THIRD, 0): None})
    assert [(row.rank, row.player, row.still_in) for row in rows] == [
        (1, 2, False), (2, 1, False), (4, 3, False), (4, 4, False),
    ]  # fmt: skip


def test_final_lost_by_both_has_no_champion():
    bracket = single_elimination(2)
    ties = resolve_ties(bracket, [8, 9], {bracket.final.place: None})
    assert ties == {bracket.final.place: Tie(bracket.final.place, 8, 9, Empty.NO_ONE, Empty.NO_ONE)}
    assert (champion(bracket, ties), is_over(ties), playable_ties(ties, 2)) == (Empty.NO_ONE, True, [])
    assert placings(bracket, [8, 9], {bracket.final.place: None}) == [Placing(2, 8, 1, False), Placing(2, 9, 2, False)]
    open_ties = resolve_ties(bracket, [8, 9], {})
    assert (champion(bracket, open_ties), is_over(open_ties)) == (Empty.OPEN, False)


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 64), seed=st.integers(0, 2**32), third=st.booleans())
def test_single_elimination_finished_has_no_player_still_in(players, seed, third):
    chance = random.Random(seed)
    bracket, seeded = single_elimination(players, third_place=third), list(range(1, players + 1))
    winners = drawn(bracket, seeded, chance, both_lose=True)
    ties = resolve_ties(bracket, seeded, winners)
    assert is_over(ties)
    rows = placings(bracket, seeded, winners)
    assert sorted(row.player for row in rows) == seeded
    assert not any(row.still_in for row in rows)
    assert [row.player for row in rows if row.rank == 1] == [champion(bracket, ties)] * (
        champion(bracket, ties) != Empty.NO_ONE
    )


def test_placings_without_upsets_follow_seeds():
    bracket, seeded = single_elimination(6, third_place=True), [26, 25, 24, 23, 22, 21]
    ties = resolve_by_seed(bracket, seeded)
    assert [(tie.place.step, tie.place.part, tie.winner, tie.loser) for tie in ties.values()] == [
        (1, Part.MAIN, 26, Empty.NO_ONE),
        (1, Part.MAIN, 23, 22),
        (1, Part.MAIN, 24, 21),
        (1, Part.MAIN, 25, Empty.NO_ONE),
        (2, Part.MAIN, 26, 23),
        (2, Part.MAIN, 25, 24),
        (3, Part.MAIN, 26, 25),
        (3, Part.THIRD, 24, 23),
    ]
    winners = {place: tie.players[0] for place, tie in ties.items()}
    assert [(row.rank, row.player, row.seed, row.still_in) for row in placings(bracket, seeded, winners)] == [
        (1, 26, 1, False), (2, 25, 2, False), (3, 24, 3, False), (4, 23, 4, False),
        (5, 22, 5, False), (5, 21, 6, False),
    ]  # fmt: skip


def test_placings_by_rounds_follow_round_of_loss():
    seeded = [11, 12, 13, 14, 15, 16]
    assert placings_by_rounds(seeded, []) == [Placing(1, 10 + seed, seed, True) for seed in range(1, 7)]
    assert placings_by_rounds(seeded, [[16, 13]]) == [
        Placing(1, 11, 1, True),
        Placing(1, 12, 2, True),
        Placing(1, 14, 4, True),
        Placing(1, 15, 5, True),
        Placing(5, 13, 3, False),
        Placing(5, 16, 6, False),
    ]
    assert placings_by_rounds(seeded, [[16, 13], [11, 12]])[:2] == [Placing(1, 14, 4, True), Placing(1, 15, 5, True)]
    assert placings_by_rounds(seeded, [[16, 13], [11, 12], [15]]) == [
        Placing(1, 14, 4, False),
        Placing(2, 15, 5, False),
        Placing(3, 11, 1, False),
        Placing(3, 12, 2, False),
        Placing(5, 13, 3, False),
        Placing(5, 16, 6, False),
    ]
