"""Results: reports, staff entry, corrections."""

import pytest

from epic_events.audit_log.models import Entry
from epic_events.events.models import StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Kind, Score, usual_scores
from epic_events.pairings.methods.standings import Points
from epic_events.pairings.models import ResultReport
from epic_events.pairings.results.scores import ScoreError, check_score, describe_result
from epic_events.pairings.standings import ranking
from tests.epic_events.factories import make_staff, make_user
from tests.epic_events.pairings.play import line, matches_of, played_round, published_round, running_event, users_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    event, organiser = running_event(4, stage={"best_of": 3})
    match = matches_of(published_round(event, organiser))[0]
    return match, *users_at(match), organiser


def test_report_then_confirm_finalises_result(table):
    match, first, second, _staff = table
    assert services.report_result(first, match, Score(2, 1)).status == "reported"
    assert line(match) == [(0, None, ""), (0, None, "")]
    assert services.confirm_result(second, match).status == "confirmed"
    assert line(match) == [(2, 3, "win"), (1, 0, "loss")]
    assert [(r.kind, r.values) for r in match.reports.order_by("pk")] == [
        ("player", {"game_wins": [2, 1], "games_drawn": 0, "result_kind": "played"}),
        ("player", {"game_wins": [2, 1], "games_drawn": 0, "result_kind": "played"}),
    ]
    assert list(Entry.objects.about(match).values_list("verb", flat=True)) == ["result.reported", "result.confirmed"]


def test_equal_reports_finalise_result(table):
    match, first, second, _staff = table
    services.report_result(second, match, Score(0, 0, 0, Kind.AGREED_DRAW))
    assert services.report_result(first, match, Score(0, 0, 0, Kind.AGREED_DRAW)).status == "confirmed"
    match.refresh_from_db()
    assert (match.result_kind, line(match)) == ("agreed_draw", [(0, 1, "draw"), (0, 1, "draw")])


def test_different_reports_require_staff(table):
    match, first, second, staff = table
    services.report_result(first, match, Score(2, 1))
    assert services.report_result(second, match, Score(1, 2)).status == "disputed"
    assert line(match) == [(0, None, ""), (0, None, "")]
    with pytest.raises(StateError, match="no report by the other player to confirm"):
        services.confirm_result(first, match)
    assert services.enter_result(staff, match, Score(1, 2), overrides=services.ANY_REPORT).status == "confirmed"
    assert line(match) == [(1, 0, "loss"), (2, 3, "win")]


def test_player_can_change_report_until_final(table):
    match, first, second, _staff = table
    services.report_result(first, match, Score(2, 0))
    assert services.report_result(first, match, Score(2, 1)).status == "reported"
    assert services.report_result(second, match, Score(0, 2)).status == "disputed"
    assert services.report_result(second, match, Score(2, 1)).status == "confirmed"
    assert line(match) == [(2, 3, "win"), (1, 0, "loss")]
    assert match.reports.filter(supersedes__isnull=False).count() == 2
    assert match.reports.count() == 4


def test_confirm_own_report_fails(table):
    match, first, _second, _staff = table
    services.report_result(first, match, Score(2, 0))
    with pytest.raises(StateError, match="the other player"):
        services.confirm_result(first, match)


def test_staff_confirms_report(table):
    match, first, _second, staff = table
    services.report_result(first, match, Score(2, 0))
    assert services.confirm_result(staff, match).status == "confirmed"
    assert match.reports.order_by("pk").last().kind == "staff"


def test_non_player_cannot_report_or_confirm(table):
    match, first, _second, _staff = table
    stranger = make_user()
    with pytest.raises(NotAllowedError, match="two players and the staff"):
        services.report_result(stranger, match, Score(2, 0))
    services.report_result(first, match, Score(2, 0))
    for act in (
        lambda: services.confirm_result(stranger, match),
        lambda: services.enter_result(stranger, match, Score(2, 0)),
        lambda: services.enter_result(first, match, Score(2, 0)),
    ):
        with pytest.raises(NotAllowedError):
            act()
    assert match.reports.count() == 1


def test_player_of_other_table_cannot_report(table):
    match, _first, _second, _staff = table
    other = users_at(matches_of(match.round)[1])[0]
    with pytest.raises(NotAllowedError):
        services.report_result(other, match, Score(2, 0))


def test_every_role_can_enter_result(table):
    match, _first, _second, _staff = table
    judge = make_staff(match.round.stage.event, StaffRole.Role.JUDGE)
    assert services.enter_result(judge, match, Score(2, 0)).status == "confirmed"


def test_final_result_is_closed_to_players(table):
    match, first, second, staff = table
    services.enter_result(staff, match, Score(2, 0))
    for act in (
        lambda: services.report_result(first, match, Score(0, 2)),
        lambda: services.confirm_result(second, match),
    ):
        with pytest.raises(StateError, match=r"is confirmed\. If it is wrong, call the staff"):
            act()


def test_correction_requires_reason_and_keeps_report(table):
    match, _first, _second, staff = table
    services.enter_result(staff, match, Score(2, 0))
    with pytest.raises(UserError, match="Enter a reason for the change") as refused:
        services.enter_result(staff, match, Score(0, 2))
    assert "reason" in refused.value.fields
    services.enter_result(staff, match, Score(0, 2), reason="Slip signed the wrong way round.")
    old, new = match.reports.order_by("pk")
    assert (new.supersedes, new.reason, old.values["game_wins"]) == (old, "Slip signed the wrong way round.", [2, 0])
    entry = Entry.objects.about(match).reverse()[0]
    assert (entry.verb, entry.reason, entry.data["before"]["game_wins"]) == (
        "result.corrected",
        "Slip signed the wrong way round.",
        [2, 0],
    )
    assert line(match) == [(0, 0, "loss"), (2, 3, "win")]


def test_enter_same_result_is_idempotent(table):
    match, _first, _second, staff = table
    services.enter_result(staff, match, Score(2, 0))
    services.enter_result(staff, match, Score(2, 0))
    assert ResultReport.objects.filter(match=match).count() == 1


def test_late_correction_changes_standings():
    event, organiser = running_event(4, stage={"rounds": 3})
    first = played_round(event, organiser)
    played_round(event, organiser)
    match = matches_of(first)[0]
    loser = match.seats.get(place=2).registration_id
    before = {row.player: row.match_points for row in ranking.standings(first.stage)}
    services.enter_result(organiser, match, Score(0, 1), reason="Mixed up.")
    after = {row.player: row.match_points for row in ranking.standings(first.stage)}
    assert after[loser] == before[loser] + 3


def test_double_loss_requires_staff(table):
    match, first, _second, staff = table
    both = Score(0, 0, 0, Kind.DOUBLE_LOSS)
    with pytest.raises(NotAllowedError, match="Only staff"):
        services.report_result(first, match, both)
    services.enter_result(staff, match, both)
    assert line(match) == [(0, 0, "loss"), (0, 0, "loss")]


def test_report_in_unpublished_round_or_finished_event_fails():
    event, organiser = running_event(4)
    round_ = services.pair_round(organiser, event)
    match = matches_of(round_)[0]
    with pytest.raises(StateError, match="not published yet"):
        services.enter_result(organiser, match, Score(1, 0))
    with pytest.raises(StateError, match="not published yet"):
        services.report_result(users_at(match)[0], match, Score(1, 0))


def test_report_of_bye_fails():
    event, organiser = running_event(3)
    round_ = published_round(event, organiser)
    with pytest.raises(StateError, match="A bye is already won"):
        services.enter_result(organiser, round_.matches.get(table=None), Score(1, 0))


def test_report_for_removed_table_fails():
    event, organiser = running_event(4)
    round_ = services.pair_round(organiser, event)
    match = matches_of(round_)[0]
    services.pair_again(organiser, round_)
    with pytest.raises(StateError, match="paired again"):
        services.enter_result(organiser, match, Score(1, 0))


@pytest.mark.parametrize(
    ("score", "best_of", "message"),
    [
        (Score(-1, 0), 1, "negative"),
        (Score(2, 0), 1, "no player can win more"),
        (Score(3, 0), 3, "no player can win more"),
        (Score(1, 1), 1, "Only one player"),
        (Score(2, 2), 3, "Only one player"),
        (Score(0, 0, 2), 1, "drawn games"),
        (Score(1, 1, 0, Kind.CONCEDED), 3, "must have more games"),
        (Score(1, 0, 0, Kind.AGREED_DRAW), 3, "In a draw"),
        (Score(1, 0, 0, Kind.DOUBLE_LOSS), 3, "0-0"),
        (Score(2, 0, 0, Kind.TIME), 3, "already decides the match"),
        (Score(0, 0, 0, Kind.TIME), 3, "Enter 0-0-1"),
        (Score(2, 1, 0, Kind.NO_SHOW), 3, "loses 2-0"),
        (Score(1, 0, 0, Kind.NO_SHOW), 3, "loses 2-0"),
        (Score(2, 1, 0, Kind.PLAYED, "12"), 3, "do not add up"),
        (Score(2, 1, 0, Kind.PLAYED, "112"), 3, "No further game"),
        (Score(1, 0, 1, Kind.TIME, "u1"), 3, "Only the last game"),
        (Score(1, 0, 2, Kind.PLAYED, "1du"), 3, "Only the last game"),
        (Score(1, 0, 0, Kind.PLAYED, "w"), 1, "won by that seat"),
        (Score(1, 0, 0, Kind.PLAYED, "", (30, -1)), 1, "between 0 and"),
        (Score(1, 0, 0, Kind.PLAYED, "", (1000, None)), 1, "between 0 and"),
        (Score(1, 0, 0, Kind.CONCEDED, "", (30, 4)), 1, "0 health"),
    ],
)
def test_check_score_rejects_invalid_score(score, best_of, message):
    with pytest.raises(ScoreError, match=message):
        check_score(score, best_of, needs_winner=False)


@pytest.mark.parametrize("best_of", [1, 3, 5])
@pytest.mark.parametrize("needs_winner", [True, False])
def test_check_score_accepts_every_offered_score(best_of, needs_winner):
    scores = usual_scores(best_of, needs_winner=needs_winner)
    assert len({score.text for score in scores}) == len(scores)
    for score in scores:
        check_score(score, best_of, needs_winner=needs_winner)


def test_check_score_accepts_time_and_drawn_games():
    for score in (Score(1, 1, 1), Score(0, 0, 3), Score(1, 0, 2), Score(2, 0, 1), Score(2, 1, 1)):
        check_score(score, 3, needs_winner=False)
    for games in ((1, 0, 0), (1, 1, 0), (1, 0, 1), (0, 0, 1), (1, 1, 1)):
        check_score(Score(*games, Kind.TIME), 3, needs_winner=False)
    assert Score(1, 0, 1, Kind.TIME).points(Points()) == (3, 0)
    assert Score(0, 0, 1, Kind.TIME).points(Points()) == (1, 1)
    assert Score(1, 1, 1).text == DASH.join("111")
    assert usual_scores(1, needs_winner=True) == [Score(1, 0), Score(0, 1)]


@pytest.mark.parametrize("games", [(1, 0), (1, 1), (1, 0, 1), (0, 0, 1), (0, 0)])
def test_check_score_undecided_score_suggests_time(games):
    with pytest.raises(ScoreError, match="If time ran out, choose that"):
        check_score(Score(*games), 3, needs_winner=False)


def test_check_score_in_cut_requires_winner():
    neither = Score(0, 0, 0, Kind.NO_SHOW)
    for score in (Score(1, 1), Score(0, 0, 1), Score(0, 0, 0, Kind.DOUBLE_LOSS), Score(1, 1, 1, Kind.TIME), neither):
        with pytest.raises(ScoreError, match="needs a winner"):
            check_score(score, 3, needs_winner=True)
    with pytest.raises(ScoreError, match="The head judge decides"):
        check_score(Score(1, 1, 0, Kind.TIME), 3, needs_winner=True)
    check_score(Score(2, 1, 0, Kind.AWARDED), 3, needs_winner=True)
    check_score(Score(1, 0, 1, Kind.TIME), 3, needs_winner=True)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (Score(2, 0), f"Ana won 2{DASH}0"),
        (Score(0, 2), f"Bo won 2{DASH}0"),
        (Score(1, 2, 1), f"Bo won 2{DASH}1{DASH}1"),
        (Score(1, 1), f"it was a draw, 1{DASH}1"),
        (Score(0, 0, 0, Kind.AGREED_DRAW), "it was an agreed draw"),
        (Score(0, 0, 0, Kind.DOUBLE_LOSS), "both lost"),
        (Score(2, 0, 0, Kind.CONCEDED), f"Ana won 2{DASH}0: Bo conceded"),
        (Score(0, 2, 0, Kind.NO_SHOW), f"Bo won 2{DASH}0: Ana did not show up"),
        (Score(0, 0, 0, Kind.NO_SHOW), "both lost: neither showed up"),
        (Score(0, 1, 1, Kind.TIME), f"Bo won 1{DASH}0{DASH}1 when time ran out"),
        (Score(0, 0, 1, Kind.TIME), f"it was a draw, 0{DASH}0{DASH}1, when time ran out"),
        (Score(2, 1, 0, Kind.AWARDED), f"Ana won 2{DASH}1, awarded by the staff"),
    ],
)
def test_describe_result_names_winner(score, words):
    assert describe_result(score, ["Ana", "Bo"]) == words
