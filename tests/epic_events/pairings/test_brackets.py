"""Single eliminations of 2 to 64."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.brackets import (
    Bracket,
    Empty,
    Part,
    Place,
    Placing,
    champion,
    is_over,
    placings,
    play,
    rounds_of,
    seed_order,
    single_elimination,
    to_play,
)


def drawn(bracket: Bracket, seeded: list[int], chance: random.Random) -> dict[Place, int | None]:
    """Play a whole bracket by chance and return who won each tie."""
    winners: dict[Place, int | None] = {}
    for step in range(1, bracket.steps + 1):
        for tie in to_play(play(bracket, seeded, winners), step):
            if len(tie.players) == 2:
                winners[tie.place] = chance.choice(tie.players)
    return winners


def pairs(bracket: Bracket, seeded: list[int], step: int, winners: Mapping[Place, int | None]) -> list[tuple[int, ...]]:
    return [tie.players for tie in to_play(play(bracket, seeded, winners), step)]


def test_a_bracket_of_eight_opens_in_the_customary_order():
    assert pairs(single_elimination(8), [11, 12, 13, 14, 15, 16, 17, 18], 1, {}) == [
        (11, 18),
        (14, 15),
        (13, 16),
        (12, 17),
    ]


def test_brackets_of_four_and_two():
    assert pairs(single_elimination(4), [1, 2, 3, 4], 1, {}) == [(1, 4), (2, 3)]
    assert pairs(single_elimination(2), [9, 8], 1, {}) == [(9, 8)]


def test_six_players_give_the_two_best_seeds_a_bye():
    bracket, seeded = single_elimination(6), [1, 2, 3, 4, 5, 6]
    assert pairs(bracket, seeded, 1, {}) == [(1,), (4, 5), (3, 6), (2,)]
    ties = play(bracket, seeded, {Place(1, Part.MAIN, 1): 5, Place(1, Part.MAIN, 2): 3})
    assert [tie.players for tie in to_play(ties, 2)] == [(1, 5), (2, 3)]


@pytest.mark.parametrize("players", [2, 4, 8, 16, 32, 64])
def test_better_seeds_meet_as_late_as_they_can(players):
    bracket, seeded = single_elimination(players), list(range(1, players + 1))
    assert sorted(seed_order(players)) == seeded
    winners: dict[Place, int | None] = {}
    for step in range(1, rounds_of(players) + 1):
        ties = to_play(play(bracket, seeded, winners), step)
        assert {sum(tie.players) for tie in ties} == {(players >> (step - 1)) + 1}
        winners |= {tie.place: tie.players[0] for tie in ties}


def test_upsets_go_on_in_their_place_and_the_better_seed_stands_first():
    upsets = {Place(1, Part.MAIN, slot): winner for slot, winner in enumerate([8, 4, 6, 2])}
    assert pairs(single_elimination(8), list(range(1, 9)), 2, upsets) == [(4, 8), (2, 6)]


@pytest.mark.parametrize("wrong", [0, 1, 65])
def test_sizes_without_a_bracket_are_refused(wrong):
    with pytest.raises(ValueError, match="2 to 64"):
        single_elimination(wrong)


def test_the_players_fill_the_bracket_once_each():
    with pytest.raises(ValueError, match="different players"):
        play(single_elimination(2), [1, 1], {})
    with pytest.raises(ValueError, match="different players"):
        play(single_elimination(4), [1, 2], {})


def test_who_meets_nobody_goes_on_and_so_does_nobody():
    bracket = single_elimination(4)
    ties = play(bracket, [1, 2, 3, 4], {Place(1, Part.MAIN, 0): None, Place(1, Part.MAIN, 1): 2})
    final = ties[bracket.final.place]
    assert (final.first, final.second, final.winner, final.loser) == (Empty.NOBODY, 2, 2, Empty.NOBODY)
    assert champion(bracket, ties) == 2
    ranked = placings(bracket, [1, 2, 3, 4], {Place(1, Part.MAIN, 0): None, Place(1, Part.MAIN, 1): 2})
    assert [(row.rank, row.player) for row in ranked] == [(1, 2), (3, 1), (3, 3), (3, 4)]


def test_placings_share_ranks_by_round_and_stand_by_seed():
    bracket, seeded = single_elimination(8), [100 + seed for seed in range(1, 9)]
    quarters = {Place(1, Part.MAIN, slot): winner for slot, winner in enumerate([101, 104, 106, 107])}
    assert [(p.rank, p.seed, p.still_in) for p in placings(bracket, seeded, quarters)[:5]] == [
        (1, 1, True),
        (1, 4, True),
        (1, 6, True),
        (1, 7, True),
        (5, 2, False),
    ]
    half_a_round_later = quarters | {Place(2, Part.MAIN, 0): 101}
    assert [(p.rank, p.seed, p.still_in) for p in placings(bracket, seeded, half_a_round_later)[:4]] == [
        (1, 1, True),
        (1, 6, True),
        (1, 7, True),
        (3, 4, False),
    ]
    done = half_a_round_later | {Place(2, Part.MAIN, 1): 106, Place(3, Part.MAIN, 0): 101}
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


def test_a_match_for_third_place_tells_third_and_fourth_apart():
    bracket, seeded = single_elimination(4, third_place=True), [1, 2, 3, 4]
    semis: dict[Place, int | None] = {Place(1, Part.MAIN, 0): 1, Place(1, Part.MAIN, 1): 3}
    assert pairs(bracket, seeded, 2, semis) == [(1, 3), (2, 4)]
    done = semis | {Place(2, Part.MAIN, 0): 3, Place(2, Part.THIRD, 0): 4}
    assert [(row.rank, row.player) for row in placings(bracket, seeded, done)] == [(1, 3), (2, 1), (3, 4), (4, 2)]


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 64), seed=st.integers(0, 2**32), third=st.booleans())
def test_any_elimination_places_everybody_once_after_as_many_matches_as_there_are_losers(players, seed, third):
    chance = random.Random(seed)
    bracket, seeded = single_elimination(players, third_place=third), chance.sample(range(1000), players)
    winners = drawn(bracket, seeded, chance)
    ties = play(bracket, seeded, winners)
    assert is_over(ties)
    assert len(winners) == players - 1 + (third and players >= 4)
    met = [tie for tie in ties.values() if len(tie.players) == 2 and tie.place.part != Part.THIRD]
    assert sorted(tie.loser for tie in met) == sorted(set(seeded) - {champion(bracket, ties)})
    rows = placings(bracket, seeded, winners)
    assert sorted(row.player for row in rows) == sorted(seeded)
    assert (rows[0].rank, rows[0].player, rows[1].rank) == (1, champion(bracket, ties), 2)
    assert not any(row.still_in for row in rows)
    for row in rows:
        better = sum(other.rank < row.rank for other in rows)
        assert row.rank == better + 1


@settings(max_examples=40, deadline=None)
@given(players=st.integers(3, 64))
def test_the_best_seeds_have_the_byes_and_the_two_best_meet_in_the_final_only(players):
    bracket, seeded = single_elimination(players), list(range(1, players + 1))
    ties = play(bracket, seeded, {})
    byes = [tie.players[0] for tie in to_play(ties, 1) if len(tie.players) == 1]
    assert sorted(byes) == list(range(1, len(byes) + 1))
    halves = [{tie.players for tie in to_play(ties, 1) if (tie.place.slot >= rounds_half) == side} for side in (0, 1)
              for rounds_half in [1 << (rounds_of(players) - 2)]]  # fmt: skip
    assert [any(1 in who for who in half) for half in halves] == [True, False]
    assert [any(2 in who for who in half) for half in halves] == [False, True]
