"""Double eliminations of 2 to 64."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.brackets import Bracket, Part, Place, champion, is_over, placings, play, to_play
from epic_events.pairings.double_elimination import double_elimination
from tests.epic_events.pairings.test_brackets import drawn


def test_four_players_play_six_matches_and_a_second_final_when_both_have_lost_once():
    bracket, seeded = double_elimination(4), [1, 2, 3, 4]
    winners: dict[Place, int | None] = {Place(1, Part.MAIN, 0): 1, Place(1, Part.MAIN, 1): 2}
    ties = play(bracket, seeded, winners)
    assert [(tie.place.part, tie.players) for tie in to_play(ties, 2)] == [(Part.MAIN, (1, 2)), (Part.LOSERS, (3, 4))]
    winners |= {Place(2, Part.MAIN, 0): 1, Place(2, Part.LOSERS, 0): 4}
    assert [tie.players for tie in to_play(play(bracket, seeded, winners), 3)] == [(2, 4)]
    winners |= {Place(3, Part.LOSERS, 0): 4}
    assert [tie.players for tie in to_play(play(bracket, seeded, winners), 4)] == [(1, 4)]
    clear = play(bracket, seeded, winners | {Place(4, Part.FINAL, 0): 1})
    assert (champion(bracket, clear), to_play(clear, 5), is_over(clear)) == (1, [], True)
    winners |= {Place(4, Part.FINAL, 0): 4}
    level = play(bracket, seeded, winners)
    assert [tie.players for tie in to_play(level, 5)] == [(1, 4)]
    assert [(row.rank, row.player, row.still_in) for row in placings(bracket, seeded, winners)] == [
        (1, 1, True), (1, 4, True), (3, 2, False), (4, 3, False),
    ]  # fmt: skip
    winners |= {Place(5, Part.FINAL, 0): 4}
    assert champion(bracket, play(bracket, seeded, winners)) == 4
    assert [(row.rank, row.player) for row in placings(bracket, seeded, winners)] == [(1, 4), (2, 1), (3, 2), (4, 3)]


def test_without_a_second_final_the_first_decides():
    bracket = double_elimination(2, reset=False)
    winners: dict[Place, int | None] = {Place(1, Part.MAIN, 0): 7, Place(2, Part.FINAL, 0): 5}
    ties = play(bracket, [7, 5], winners)
    assert (bracket.steps, champion(bracket, ties), is_over(ties)) == (2, 5, True)
    assert [(row.rank, row.player) for row in placings(bracket, [7, 5], winners)] == [(1, 5), (2, 7)]


def test_eight_players_share_the_places_of_those_who_go_out_together():
    bracket, seeded = double_elimination(8), list(range(1, 9))
    winners = drawn(bracket, seeded, random.Random(3))
    assert [row.rank for row in placings(bracket, seeded, winners)] == [1, 2, 3, 4, 5, 5, 7, 7]


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 64), seed=st.integers(0, 2**32), reset=st.booleans())
def test_everybody_but_the_winner_goes_out_with_the_second_loss(players, seed, reset):
    chance = random.Random(seed)
    bracket, seeded = double_elimination(players, reset=reset), chance.sample(range(1000), players)
    winners = drawn(bracket, seeded, chance)
    ties = play(bracket, seeded, winners)
    assert is_over(ties)
    lost = Counter(tie.loser for tie in ties.values() if len(tie.players) == 2)
    won = champion(bracket, ties)
    last = ties[bracket.final.place].players
    if reset:
        assert all(lost[player] == 2 for player in seeded if player != won)
        assert lost[won] == len(winners) - (2 * players - 2)
        assert len(winners) in (2 * players - 2, 2 * players - 1)
    else:
        assert all(lost[player] == 2 for player in seeded if player not in last)
        assert len(winners) == 2 * players - 2
    for tie in ties.values():
        if tie.place.part == Part.MAIN:
            assert all(
                other.loser not in tie.players
                for other in ties.values()
                if other.place.step < tie.place.step and len(other.players) == 2
            )
    rows = placings(bracket, seeded, winners)
    assert sorted(row.player for row in rows) == sorted(seeded)
    assert [rows[0].player, rows[1].player] == [won, next(player for player in last if player != won)]
    assert all(row.rank == sum(other.rank < row.rank for other in rows) + 1 for row in rows)


def reach(bracket: Bracket) -> dict[Place, frozenset[int]]:
    """Which seeds can come to each tie."""
    found: dict[Place, frozenset[int]] = {}
    for node in bracket.nodes:
        sides = [frozenset([s.seed]) if s.tie is None else found[s.tie] for s in (node.first, node.second)]
        found[node.place] = sides[0] | sides[1]
    return found


@pytest.mark.parametrize(("players", "free"), [(8, 1), (16, 2), (32, 2), (64, 3)])
def test_who_comes_down_meets_nobody_met_before_in_the_first_rounds_of_the_losers(players, free):
    """Two players can meet again only where both sides of a tie can be reached from one tie of the main bracket."""
    bracket = double_elimination(players)
    found = reach(bracket)
    coming_down = [n for n in bracket.nodes if n.place.part == Part.LOSERS and n.first.goes_on == "loser"]
    rounds = sorted({node.place.step for node in coming_down} - {2})[:free]
    for node in coming_down:
        if node.place.step in rounds:
            assert node.first.tie is not None
            assert node.second.tie is not None
            assert not found[node.first.tie] & found[node.second.tie]
