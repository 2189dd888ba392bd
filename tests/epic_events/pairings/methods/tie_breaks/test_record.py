"""Match records of players as input of tie-breaks."""

import pytest

from epic_events.pairings.methods.tie_breaks.record import (
    Line,
    Outcome,
    Points,
    Presence,
    Record,
    Result,
    Tally,
    match_points,
)

FIVES = Points(5, 2, 1, 4)
"""Points that differ for each way a match can end, so that none stands for another."""

WON = Result(1, 7, 8, 3, 0, 2, 1)
LOST = Result(3, 8, 7, 3, 0, 2, 0, 1)
LEVEL = Result(2, 7, 9, 1, 1, 1, 1, 1)
BOTH_LOST = Result(4, 7, 9, 0, 0, 0, 0, 0, both_lost=True)
BYE = Result(2, 8, None, 3, 0, 2)
PLAYED = [LOST, BOTH_LOST, WON, BYE, LEVEL]


def test_result_bye_is_two_games_won_without_opponent():
    assert Result.bye(2, 8) == BYE
    assert Result.bye(2, 8, FIVES) == (2, 8, None, 4, 0, 2, 0, 0, False, None, None)


def test_result_of_games_uses_match_points_of_event():
    assert Result.of_games(1, 7, 8, (2, 1, 0)) == WON
    assert Result.of_games(1, 7, 8, (0, 1, 2), FIVES) == Result(1, 7, 8, 1, 5, 0, 1, 2)
    assert [match_points(*games, FIVES) for games in ((2, 1), (1, 1), (0, 0), (1, 2))] == [
        (5, 1), (2, 2), (2, 2), (1, 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (WON, (5, 1)),
        (LEVEL, (2, 2)),
        (BOTH_LOST, (1, 1)),
        (BYE, (4, 0)),
        (Result(1, 7, 8, 0, 3, 0, 2), (1, 5)),
        (Result(1, 7, 8, 1, 1, 0, 0, both_lost=True), (1, 1)),
    ],
)
def test_result_scored_changes_points_only(result, points):
    assert result.scored(FIVES) == result._replace(first_points=points[0], second_points=points[1])


def test_result_line_of_is_from_own_perspective():
    assert WON.line_of(7) == Line(1, 8, 3, 2, 1, 0, Outcome.WIN)
    assert WON.line_of(8) == Line(1, 7, 0, 1, 2, 0, Outcome.LOSS)
    assert LEVEL.line_of(9) == Line(2, 7, 1, 1, 1, 1, Outcome.DRAW)
    assert BOTH_LOST.line_of(7) == Line(4, 9, 0, 0, 0, 0, Outcome.LOSS)
    assert BOTH_LOST.line_of(9) == Line(4, 7, 0, 0, 0, 0, Outcome.LOSS)
    assert BYE.line_of(8) == Line(2, None, 3, 2, 0, 0, Outcome.WIN)
    assert Result.bye(1, 8, Points(0, 0, 0, 0)).line_of(8).outcome is Outcome.WIN


def test_record_counts_points_rounds_byes_and_opponents():
    record = Record([10, 7], PLAYED)
    assert (record.players, dict(record.place)) == ((7, 8, 9, 10), {7: 0, 8: 1, 9: 2, 10: 3})
    assert record.results == [WON, BYE, LEVEL, LOST, BOTH_LOST]
    assert (record.last_round, Record([7], []).last_round) == (4, 0)
    assert (record.seed, record.presence, record.points) == (0, Presence(), Points())
    assert (record.match_points, record.rounds) == ([4, 6, 1, 0], [4, 3, 2, 0])
    assert (record.byes, record.bye_points) == ([0, 1, 0, 0], [0, 3, 0, 0])
    assert record.opponents == [[1, 2, 1, 2], [0, 0], [0, 0], []]
    assert record.results_of(0) == [WON, LEVEL, LOST, BOTH_LOST]
    assert record.lines(1) == (WON.line_of(8), BYE.line_of(8), LOST.line_of(8))
    assert record.lines(3) == ()


def test_record_tallies_hold_won_possible_and_byes():
    record = Record([10], PLAYED)
    none = [0, 0, 0, 0]
    assert record.matches == Tally([4, 6, 1, 0], [12, 9, 6, 0], [0, 3, 0, 0], [0, 3, 0, 0])
    # 7: 2-1, 1-1-1, 0-2-1 and no game; 8: 1-2, a bye, 2-0-1; 9: 1-1-1 and no game. 3 for a game, 1 for a drawn one.
    assert record.games == Tally([11, 16, 4, 0], [27, 24, 9, 0], [0, 6, 0, 0], [0, 6, 0, 0])
    assert (record.won, record.lost) == ([1, 1, 0, 0], [2, 1, 1, 0])
    assert record.half_draws == Tally([3, 4, 1, 0], [8, 6, 4, 0], [0, 2, 0, 0], [0, 2, 0, 0])
    assert record.losses == Tally([2, 1, 1, 0], [4, 3, 2, 0], none, [0, 1, 0, 0])


def test_record_counts_match_once_per_side():
    record = Record([], [Result(1, 7, 8, 0, 3, 0, 2)])
    assert (record.won, record.lost) == ([0, 1], [1, 0])
    assert record.half_draws == Tally([0, 2], [2, 2], [0, 0], [0, 0])


def test_record_possible_points_equal_win_points():
    record = Record([], [Result.of_games(1, 7, 8, (1, 0, 0), FIVES), Result.bye(2, 8, FIVES)], FIVES)
    assert record.matches == Tally([5, 5], [5, 10], [0, 4], [0, 5])
