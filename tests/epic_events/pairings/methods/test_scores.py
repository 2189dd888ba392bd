"""Scores: points, stored values, validation."""

from dataclasses import replace
from itertools import product

import pytest

from epic_events.pairings.methods.scores import (
    DASH,
    Kind,
    Score,
    full_score,
    games_needed,
    kind_of_games,
    swap_sides,
    usual_scores,
    usual_scores_by_kind,
)
from epic_events.pairings.methods.standings import Points
from epic_events.pairings.results.scores import ScoreError, check_score

FIVES = Points(5, 2, 1, 4)
"""Points that differ for each way a match can end, so that none stands for another."""


@pytest.mark.parametrize(
    ("score", "winner", "outcomes", "points"),
    [
        (Score(2, 1), 1, ("win", "loss"), (5, 1)),
        (Score(0, 1, 1, Kind.TIME), 2, ("loss", "win"), (1, 5)),
        (Score(1, 1, 1), None, ("draw", "draw"), (2, 2)),
        (Score(0, 0, 0, Kind.AGREED_DRAW), None, ("draw", "draw"), (2, 2)),
        (Score(0, 0, 0, Kind.DOUBLE_LOSS), None, ("loss", "loss"), (1, 1)),
        (Score(0, 0, 0, Kind.NO_SHOW), None, ("loss", "loss"), (1, 1)),
        (Score(0, 2, 0, Kind.NO_SHOW), 2, ("loss", "win"), (1, 5)),
        (Score(2, 0, 0, Kind.NO_SHOW), 1, ("win", "loss"), (5, 1)),
        (Score(2, 0, 0, Kind.CONCEDED), 1, ("win", "loss"), (5, 1)),
    ],
)
def test_score_gives_winner_outcomes_and_points(score, winner, outcomes, points):
    assert (score.winner, score.outcomes(), score.points(FIVES)) == (winner, outcomes, points)
    assert score.both_lost is (outcomes == ("loss", "loss"))


@pytest.mark.parametrize(
    ("score", "stored"),
    [
        (Score(2, 1), {"game_wins": [2, 1], "games_drawn": 0, "result_kind": "played"}),
        (
            Score(0, 1, 2, Kind.TIME, "d2u", (0, 17)),
            {"game_wins": [0, 1], "games_drawn": 2, "result_kind": "time", "course": "d2u", "health": [0, 17]},
        ),
        (
            Score(1, 0, health=(None, 0)),
            {"game_wins": [1, 0], "games_drawn": 0, "result_kind": "played", "health": [None, 0]},
        ),
    ],
)
def test_score_values_round_trip(score, stored):
    assert score.values() == stored
    assert Score.from_values(stored) == score


def test_score_text_shows_drawn_games_only_if_any():
    assert [score.text for score in (Score(2, 1), Score(0, 1, 2))] == [DASH.join("21"), DASH.join("012")]


def test_swap_sides_mirrors_whole_score():
    score = Score(2, 1, 1, Kind.CONCEDED, "12d1u", (9, None))
    assert swap_sides(score) == Score(1, 2, 1, Kind.CONCEDED, "21d2u", (None, 9))
    assert swap_sides(swap_sides(score)) == score


def test_score_agrees_on_games_and_common_health():
    report = Score(2, 1, health=(9, None))
    assert report.agrees_with(Score(2, 1))
    assert report.agrees_with(Score(2, 1, health=(9, 0)))
    assert report.agrees_with(Score(2, 1, 0, Kind.CONCEDED, "121", (9, 4)))
    assert Score(2, 1, health=(None, 4)).agrees_with(report)
    assert not report.agrees_with(Score(2, 1, health=(8, None)))
    assert not report.agrees_with(Score(2, 1, 1, health=(9, None)))
    assert not report.agrees_with(Score(1, 2, health=(9, None)))
    assert not Score(2, 1, health=(9, 0)).agrees_with(Score(2, 1, health=(9, 4)))


def test_score_takes_missing_details_of_other_report():
    report = Score(2, 1, health=(0, None))
    assert report.with_details_of(Score(2, 1, 0, Kind.TIME, "121", (9, 4))) == Score(
        2, 1, 0, Kind.PLAYED, "121", (0, 4)
    )
    own = Score(2, 1, 0, Kind.PLAYED, "112", (0, 7))
    assert own.with_details_of(Score(2, 1, 0, Kind.PLAYED, "121", (9, None))) == own


@pytest.mark.parametrize(
    ("score", "recorded"),
    [
        (Score(2, 0, health=(9, 4)), (9, 4)),
        (Score(2, 0, health=(9, None)), (9, None)),
        (Score(2, 0, 0, Kind.CONCEDED, health=(9, None)), (9, 0)),
        (Score(0, 2, 0, Kind.CONCEDED, health=(None, 9)), (0, 9)),
        (Score(2, 0, 0, Kind.NO_SHOW), (None, 0)),
        (Score(0, 2, 0, Kind.NO_SHOW), (0, None)),
        (Score(0, 0, 0, Kind.NO_SHOW), (0, 0)),
        (Score(2, 0, 0, Kind.AWARDED, health=(9, 4)), (9, 4)),
    ],
)
def test_recorded_health_is_empty_for_concession_or_no_show(score, recorded):
    assert score.recorded_health() == recorded


def test_full_score_equals_games_needed():
    assert [games_needed(length) for length in (1, 3, 5)] == [1, 2, 3]
    assert full_score(1, 5, Kind.NO_SHOW) == Score(3, 0, 0, Kind.NO_SHOW)
    assert full_score(2, 3, Kind.CONCEDED) == Score(0, 2, 0, Kind.CONCEDED)


@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_kind_of_games_is_played_or_time(best_of):
    needed = (best_of + 1) // 2
    for games in product(range(needed + 1), range(needed + 1), range(best_of + 1)):
        ended = needed in games[:2] or sum(games) >= best_of
        assert kind_of_games(*games, best_of) is (Kind.PLAYED if ended else Kind.TIME), games


def possible(score: Score, best_of: int, *, needs_winner: bool = False) -> bool:
    try:
        check_score(score, best_of, needs_winner=needs_winner)
    except ScoreError:
        return False
    return True


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
@pytest.mark.parametrize("needs_winner", [True, False])
def test_possible_scores_match_independent_definition(best_of, needed, needs_winner):
    """The possible scores by kind of result, defined a second time."""
    for first, second, drawn in product(range(-1, needed + 2), range(-1, needed + 2), range(-1, best_of + 2)):
        games = (first, second, drawn)
        in_range = min(games) >= 0 and max(first, second) <= needed and first + second < 2 * needed and drawn <= best_of
        decided, level = needed in (first, second), first == second
        ways = {
            Kind.PLAYED: decided or sum(games) >= best_of,
            Kind.TIME: not decided and sum(games) > 0,
            Kind.CONCEDED: not level,
            Kind.AWARDED: not level,
            Kind.AGREED_DRAW: level,
            Kind.DOUBLE_LOSS: games == (0, 0, 0),
            Kind.NO_SHOW: games in {(0, 0, 0), (needed, 0, 0), (0, needed, 0)},
        }
        found = {kind for kind in Kind if possible(Score(*games, kind), best_of, needs_winner=needs_winner)}
        expected = {kind for kind, can in ways.items() if can and in_range and not (needs_winner and level)}
        assert found == expected, games


@pytest.mark.parametrize(
    ("score", "message"),
    [
        (Score(1, 1, 1), "Play on until one player leads"),
        (Score(0, 0, 0, Kind.NO_SHOW), "Play on until one player leads"),
        (Score(1, 1, 0, Kind.TIME), "The head judge decides"),
    ],
)
def test_check_score_tied_cut_match_raises(score, message):
    with pytest.raises(ScoreError, match=message):
        check_score(score, 3, needs_winner=True)


@pytest.mark.parametrize(
    ("score", "can"),
    [
        (Score(2, 1, course="121"), True),
        (Score(2, 1, course="211"), True),
        (Score(2, 1, course="112"), False),
        (Score(1, 2, course="221"), False),
        (Score(2, 1, course="12"), False),
        (Score(2, 1, course="1212"), False),
        (Score(2, 0, 1, course="1d1"), True),
        (Score(2, 0, 1, course="11d"), False),
        (Score(2, 0, 1, course="11"), False),
        (Score(2, 1, course="1x1"), False),
        (Score(1, 0, 1, Kind.TIME, "1u"), True),
        (Score(1, 0, 1, Kind.TIME, "1d"), True),
        (Score(1, 0, 1, Kind.TIME, "u1"), False),
        (Score(1, 0, 1, Kind.CONCEDED, "1u"), False),
        (Score(1, 1, 1, Kind.PLAYED, "12u"), False),
        (Score(1, 0, 2, Kind.TIME, "1uu"), False),
    ],
)
def test_score_course_must_lead_to_score(score, can):
    assert possible(score, 3) is can


@pytest.mark.parametrize(
    ("score", "can"),
    [
        (Score(1, 0, health=(0, 0)), True),
        (Score(1, 0, health=(999, None)), True),
        (Score(1, 0, health=(None, 999)), True),
        (Score(1, 0, health=(None, 1000)), False),
        (Score(1, 0, health=(1000, None)), False),
        (Score(1, 0, health=(-1, None)), False),
        (Score(1, 0, health=(30, 4)), True),
        (Score(1, 0, 0, Kind.CONCEDED, health=(30, 0)), True),
        (Score(1, 0, 0, Kind.CONCEDED, health=(30, None)), True),
        (Score(1, 0, 0, Kind.CONCEDED, health=(30, 1)), False),
        (Score(0, 1, 0, Kind.CONCEDED, health=(0, 30)), True),
        (Score(0, 1, 0, Kind.NO_SHOW, health=(1, 30)), False),
        (Score(0, 0, 0, Kind.NO_SHOW, health=(0, 0)), True),
    ],
)
def test_score_health_must_be_possible(score, can):
    assert possible(score, 1) is can


def test_usual_scores_are_sorted_most_decisive_first():
    best_of_five = usual_scores_by_kind(5, needs_winner=False)
    assert [score.games for score in best_of_five.played] == [(3, 0, 0), (3, 1, 0), (3, 2, 0)]
    assert [score.games for score in best_of_five.time] == [
        (2, 0, 1), (2, 1, 1), (1, 0, 1), (2, 0, 0), (2, 1, 0), (1, 0, 0),
    ]  # fmt: skip
    assert {score.kind for score in best_of_five.played} == {Kind.PLAYED}
    assert {score.kind for score in best_of_five.time} == {Kind.TIME}
    assert best_of_five.level == (
        Score(2, 2, 1),
        Score(2, 2, 0, Kind.TIME),
        Score(1, 1, 1, Kind.TIME),
        Score(1, 1, 0, Kind.TIME),
        Score(0, 0, 1, Kind.TIME),
        Score(0, 0, 0, Kind.AGREED_DRAW),
    )
    assert usual_scores_by_kind(5, needs_winner=True).level == ()
    assert usual_scores_by_kind(1, needs_winner=False).level == (Score(0, 0, 1), Score(0, 0, 0, Kind.AGREED_DRAW))
    assert usual_scores(3, needs_winner=False) == [
        Score(2, 0), Score(2, 1), Score(1, 0, 1, Kind.TIME), Score(1, 0, 0, Kind.TIME),
        Score(0, 2), Score(1, 2), Score(0, 1, 1, Kind.TIME), Score(0, 1, 0, Kind.TIME),
        Score(1, 1, 1), Score(1, 1, 0, Kind.TIME), Score(0, 0, 1, Kind.TIME), Score(0, 0, 0, Kind.AGREED_DRAW),
    ]  # fmt: skip


@pytest.mark.parametrize("health", [(1, None), (None, 30), (17, 9)])
def test_check_score_no_show_with_health_raises(health):
    absent = Score(0, 0, 0, Kind.NO_SHOW, health=health)
    with pytest.raises(ScoreError, match="A player who concedes or does not show up is recorded with 0 health"):
        check_score(absent, best_of=1, needs_winner=False)
    check_score(replace(absent, health=(0, 0)), best_of=1, needs_winner=False)
