"""Cuts to two, four and eight."""

import random

import pytest

from epic_events.pairings.brackets import (
    BracketMatch,
    Placing,
    first_round,
    next_round,
    placings,
    rounds_of,
    seed_order,
)


def test_a_cut_of_eight_opens_in_the_customary_order():
    assert first_round([11, 12, 13, 14, 15, 16, 17, 18]) == [
        BracketMatch(0, 11, 18),
        BracketMatch(1, 14, 15),
        BracketMatch(2, 13, 16),
        BracketMatch(3, 12, 17),
    ]


def test_cuts_of_four_and_two():
    assert first_round([1, 2, 3, 4]) == [BracketMatch(0, 1, 4), BracketMatch(1, 2, 3)]
    assert first_round([9, 8]) == [BracketMatch(0, 9, 8)]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_better_seeds_meet_as_late_as_they_can(size):
    seeds = {player: player for player in range(1, size + 1)}
    assert sorted(seed_order(size)) == sorted(seeds)
    matches = first_round(list(seeds))
    for number in range(rounds_of(size)):
        left = size >> number
        assert {match.first + match.second for match in matches} == {left + 1}
        winners = [match.first for match in matches]
        if len(winners) > 1:
            matches = next_round(winners, seeds)
    assert winners == [1]


def test_upsets_go_on_in_their_place_and_the_better_seed_stands_first():
    seeds = {player: player for player in range(1, 9)}
    assert next_round([8, 4, 6, 2], seeds) == [BracketMatch(0, 4, 8), BracketMatch(1, 2, 6)]


@pytest.mark.parametrize("wrong", [0, 1, 3, 6])
def test_sizes_without_a_bracket_are_refused(wrong):
    with pytest.raises(ValueError, match="2, 4, 8"):
        first_round(list(range(wrong)))


def test_nobody_has_two_seeds():
    with pytest.raises(ValueError, match="twice"):
        first_round([1, 1])


def test_after_the_final_there_is_no_round():
    with pytest.raises(ValueError, match="2, 4, 8"):
        next_round([1], {1: 1})


def test_placings_share_ranks_by_round_and_stand_by_seed():
    seeds = {100 + seed: seed for seed in range(1, 9)}
    done = placings(seeds, [[108, 105, 103, 102], [104, 107], [106]])
    assert done == [
        Placing(1, 101, 1, False),
        Placing(2, 106, 6, False),
        Placing(3, 104, 4, False),
        Placing(3, 107, 7, False),
        Placing(5, 102, 2, False),
        Placing(5, 103, 3, False),
        Placing(5, 105, 5, False),
        Placing(5, 108, 8, False),
    ]
    half_a_round_later = placings(seeds, [[108, 105, 103, 102], [104]])
    assert [(p.rank, p.seed, p.still_in) for p in half_a_round_later[:4]] == [
        (1, 1, True),
        (1, 6, True),
        (1, 7, True),
        (3, 4, False),
    ]
    under_way = placings(seeds, [[108, 105, 103, 102]])
    assert [(p.rank, p.seed, p.still_in) for p in under_way[:5]] == [
        (1, 1, True),
        (1, 4, True),
        (1, 6, True),
        (1, 7, True),
        (5, 2, False),
    ]


@pytest.mark.parametrize("seed", range(10))
def test_any_cut_ends_with_everybody_placed_once(seed):
    chance = random.Random(seed)
    seeds = {player: place for place, player in enumerate(chance.sample(range(100), 8), 1)}
    matches, losers = first_round(list(seeds)), []
    while True:
        winners = [chance.choice((match.first, match.second)) for match in matches]
        losers.append([m.first + m.second - w for m, w in zip(matches, winners, strict=True)])
        if len(winners) == 1:
            break
        matches = next_round(winners, seeds)
    rows = placings(seeds, losers)
    assert sorted(row.player for row in rows) == sorted(seeds)
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert rows[0].player == winners[0]
