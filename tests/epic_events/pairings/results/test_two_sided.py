"""Reports of two players: repeated, conflicting, undone, with drops."""

import pytest

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.events.models import Registration, StaffRole
from epic_events.events.services import reinstate
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Kind, Score
from epic_events.pairings.models import Match
from epic_events.pairings.results import match_state, table_rows
from epic_events.pairings.results.scores import ScoreError
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import (
    entry_of,
    line,
    matches_of,
    published_round,
    running_event,
    users_at,
)

pytestmark = pytest.mark.django_db

Table = tuple[Match, User, User, User]
WON = Score(2, 1)


@pytest.fixture
def table() -> Table:
    event, organiser = running_event(4, stage={"best_of": 3})
    match = matches_of(published_round(event, organiser))[0]
    return match, *users_at(match), organiser


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.status


def verbs(match: Match) -> list[str]:
    return list(Entry.objects.about(match).values_list("verb", flat=True))


def result_text(match: Match) -> list[str]:
    """Return the current result in words."""
    row = table_rows.build_table_row(match_state.with_seats(Match.objects.filter(pk=match.pk)).get())
    return [row.describe(report.values) for report in row.reports]


def test_equal_report_twice_is_idempotent(table):
    match, first, second, _staff = table
    for _tap in range(3):
        services.report_result(first, match, WON)
    assert (match.reports.count(), verbs(match)) == (1, ["result.reported"])
    for _tap in range(3):
        assert services.confirm_result(second, match).status == "confirmed"
    assert (match.reports.count(), verbs(match)) == (2, ["result.reported", "result.confirmed"])
    assert services.report_result(first, match, WON).status == "confirmed"
    assert match.reports.count() == 2


def test_staff_confirmation_twice_is_idempotent(table):
    match, first, _second, staff = table
    services.report_result(first, match, WON)
    for _tap in range(2):
        assert services.confirm_result(staff, match).status == "confirmed"
    assert match.reports.count() == 2


def test_confirm_of_changed_report_fails(table):
    match, first, second, _staff = table
    services.report_result(first, match, WON)
    seen = match.reports.get().pk
    services.report_result(first, match, Score(2, 0))
    with pytest.raises(StateError, match=r"changed since you loaded the page. It now says: .* won 2.0"):
        services.confirm_result(second, match, expected_report=seen)
    assert state(match) == "reported"
    latest = match.reports.latest("pk").pk
    assert services.confirm_result(second, match, expected_report=latest).status == "confirmed"


def test_confirm_of_undone_report_fails(table):
    match, first, second, _staff = table
    services.report_result(first, match, Score(2, 0))
    services.report_result(first, match, WON)
    services.undo_report(first, match)
    services.undo_report(first, match)
    assert (state(match), result_text(match)) == ("pending", [])
    assert verbs(match) == ["result.reported", "result.reported", "result.report_undone"]
    with pytest.raises(StateError, match="no report by the other player"):
        services.confirm_result(second, match)
    services.report_result(second, match, WON)
    assert services.report_result(first, match, WON).status == "confirmed"


def test_undo_of_one_report_ends_disagreement(table):
    match, first, second, _staff = table
    services.report_result(first, match, WON)
    services.report_result(second, match, Score(1, 2))
    assert state(match) == "disputed"
    services.undo_report(first, match)
    assert state(match) == "reported"
    assert services.confirm_result(first, match).status == "confirmed"
    assert line(match) == [(1, 0, "loss"), (2, 3, "win")]


def test_undo_report_requires_player_and_open_result(table):
    match, first, second, staff = table
    services.report_result(first, match, WON)
    with pytest.raises(NotAllowedError, match="Only the two players"):
        services.undo_report(staff, match)
    services.confirm_result(second, match)
    with pytest.raises(StateError, match="is confirmed"):
        services.undo_report(first, match)


def test_uphold_report_finalises_it(table):
    match, first, second, staff = table
    services.report_result(first, match, WON)
    services.report_result(second, match, Score(1, 2))
    theirs = match.reports.get(registration=entry_of(match, 2))
    for stranger in (first, second):
        with pytest.raises(NotAllowedError):
            services.uphold_report(stranger, match, theirs.pk)
    with pytest.raises(StateError, match="no longer current"):
        services.uphold_report(staff, match, 0)
    services.uphold_report(staff, match, theirs.pk, reason="The slip says so.")
    assert line(match) == [(1, 0, "loss"), (2, 3, "win")]
    assert Entry.objects.about(match).latest("pk").reason == "The slip says so."


@pytest.mark.parametrize("kind", [Kind.AWARDED, Kind.NO_SHOW, Kind.DOUBLE_LOSS])
def test_staff_only_results_cannot_be_reported(table, kind):
    match, first, _second, staff = table
    score = Score(0, 0, 0, kind) if kind is Kind.DOUBLE_LOSS else Score(2, 0, 0, kind)
    with pytest.raises(NotAllowedError, match="Only staff"):
        services.report_result(first, match, score)
    services.enter_result(staff, match, score)
    match.refresh_from_db()
    assert match.result_kind == kind.value


def test_no_show_loses_and_double_no_show_is_double_loss(table):
    match, _first, _second, staff = table
    services.enter_result(staff, match, Score(0, 2, 0, Kind.NO_SHOW))
    assert line(match) == [(0, 0, "loss"), (2, 3, "win")]
    services.enter_result(staff, match, Score(0, 0, 0, Kind.NO_SHOW), reason="The other one is gone as well.")
    assert line(match) == [(0, 0, "loss"), (0, 0, "loss")]


def test_time_result_is_won_by_leading_player(table):
    match, first, second, _staff = table
    score = Score(1, 0, 1, Kind.TIME, "1u")
    services.report_result(first, match, score)
    services.confirm_result(second, match)
    match.refresh_from_db()
    assert (match.result_kind, match.games_drawn, line(match)) == ("time", 1, [(1, 3, "win"), (0, 0, "loss")])
    row = table_rows.build_table_row(match_state.with_seats(Match.objects.filter(pk=match.pk)).get())
    assert row.score == score


# --- leaving with the result ------------------------------------------------------------------------------------------


def status_of(match: Match, place: int) -> str:
    return Registration.objects.get(pk=entry_of(match, place).pk).status


def test_reported_drop_takes_effect_when_result_is_final(table):
    match, first, second, _staff = table
    services.report_result(first, match, WON, drops=True)
    assert status_of(match, 1) == "checked_in"
    services.confirm_result(second, match, drops=True)
    assert (status_of(match, 1), status_of(match, 2)) == ("dropped", "dropped")
    dropped = Entry.objects.filter(verb="registration.dropped").order_by("pk")
    assert [entry.actor_id for entry in dropped] == [first.pk, second.pk]


def test_reported_drop_can_be_changed_before_final(table):
    match, first, second, _staff = table
    services.report_result(first, match, WON, drops=True)
    services.report_result(first, match, WON)
    services.confirm_result(second, match)
    assert (status_of(match, 1), status_of(match, 2)) == ("checked_in", "checked_in")


def test_correction_does_not_repeat_drop(table):
    match, first, second, staff = table
    services.report_result(first, match, WON, drops=True)
    services.confirm_result(second, match)
    reinstate(staff, entry_of(match, 1))
    services.enter_result(staff, match, Score(2, 0), reason="Misread.")
    assert status_of(match, 1) == "checked_in"


def test_staff_entry_drops_players(table):
    match, first, _second, staff = table
    services.report_result(first, match, WON, drops=True)
    services.enter_result(staff, match, Score(1, 2), drops=[2], overrides=services.ANY_REPORT)
    assert (status_of(match, 1), status_of(match, 2)) == ("dropped", "dropped")


def test_judge_cannot_drop_players_with_result(table):
    match, *_ = table
    judge = make_staff(match.round.stage.event, StaffRole.Role.JUDGE)
    with pytest.raises(NotAllowedError):
        services.enter_result(judge, match, WON, drops=[1])
    assert (state(match), status_of(match, 1)) == ("pending", "checked_in")


def test_drop_with_cut_result_fails():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    for match in matches_of(published_round(event, organiser)):
        services.enter_result(organiser, match, Score(1, 0))
    final = matches_of(services.publish_round(organiser, services.start_cut(organiser, event)))[0]
    first, second = users_at(final)
    with pytest.raises(UserError, match="the loser is eliminated"):
        services.report_result(first, final, Score(1, 0), drops=True)
    services.report_result(first, final, Score(1, 0))
    with pytest.raises(UserError, match="the loser is eliminated"):
        services.confirm_result(second, final, drops=True)


# --- the staff takes back ---------------------------------------------------------------------------------------------


def test_undo_staff_entry_restores_table(table):
    match, first, _second, staff = table
    services.report_result(first, match, WON)
    services.enter_result(staff, match, Score(0, 2), overrides=services.ANY_REPORT)
    services.undo_staff_entry(staff, match)
    assert (state(match), line(match)) == ("reported", [(0, None, ""), (0, None, "")])
    assert match.result_kind == ""
    assert verbs(match) == ["result.reported", "result.entered", "result.entry_undone"]
    assert len(result_text(match)) == 1
    services.enter_result(staff, match, Score(0, 2), overrides=services.ANY_REPORT)
    assert state(match) == "confirmed"


def test_undo_correction_restores_previous_result(table):
    match, first, second, staff = table
    services.report_result(first, match, WON)
    services.confirm_result(second, match)
    services.enter_result(staff, match, Score(0, 2), reason="Wrong way round.")
    services.enter_result(staff, match, Score(1, 2), reason="And one game was won.")
    services.undo_staff_entry(staff, match)
    assert line(match) == [(0, 0, "loss"), (2, 3, "win")]
    services.undo_staff_entry(staff, match)
    assert line(match) == [(2, 3, "win"), (1, 0, "loss")]
    with pytest.raises(StateError, match="not entered by staff"):
        services.undo_staff_entry(staff, match)


def test_undo_of_other_users_entry_requires_reason(table):
    match, first, _second, staff = table
    services.enter_result(staff, match, WON)
    judge = make_staff(match.round.stage.event, StaffRole.Role.JUDGE)
    with pytest.raises(UserError, match="Enter a reason"):
        services.undo_staff_entry(judge, match)
    with pytest.raises(NotAllowedError):
        services.undo_staff_entry(first, match, reason="I want to.")
    services.undo_staff_entry(judge, match, reason="That was table 2.")
    assert state(match) == "pending"


def test_undo_in_finished_round_fails(table):
    match, _first, _second, staff = table
    for one in selectors.open_tables(match.round):
        services.enter_result(staff, one, WON)
    services.finish_round(staff, match.round)
    with pytest.raises(StateError, match="every table needs a result"):
        services.undo_staff_entry(staff, match)


# --- health -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def league() -> Table:
    event, organiser = running_event(2, stage={"records_health": True})
    match = matches_of(published_round(event, organiser))[0]
    return match, *users_at(match), organiser


def health(match: Match) -> list[int | None]:
    return list(match.seats.order_by("place").values_list("health", flat=True))


def test_health_is_stored_if_stage_records_it(league, table):
    match, first, second, _staff = league
    services.report_result(first, match, Score(1, 0, health=(17, 0)))
    services.confirm_result(second, match)
    assert health(match) == [17, 0]
    other, player, _opponent, _organiser = table
    with pytest.raises(ScoreError, match="not recorded"):
        services.report_result(player, other, Score(2, 0, health=(17, 0)))


def test_details_of_one_report_are_merged_and_conflicts_stay_open(league):
    match, first, second, _staff = league
    services.report_result(first, match, Score(1, 0, health=(17, None)))
    assert services.report_result(second, match, Score(1, 0, health=(12, 0))).status == "disputed"
    assert services.report_result(second, match, Score(1, 0, health=(None, 0))).status == "confirmed"
    assert health(match) == [17, 0]


@pytest.mark.parametrize("kind", [Kind.CONCEDED, Kind.NO_SHOW])
def test_conceding_player_has_zero_health(league, kind):
    match, _first, _second, staff = league
    services.enter_result(staff, match, Score(0, 1, 0, kind, health=(None, 9)))
    assert health(match) == [0, 9]


# --- time and the first turn ------------------------------------------------------------------------------------------


def test_call_time_is_idempotent_and_can_be_undone(table):
    match, first, _second, staff = table
    round_ = match.round
    with pytest.raises(NotAllowedError):
        services.call_time(first, round_)
    with pytest.raises(StateError, match="has not been called"):
        services.record_active_player(staff, match, 1)
    called = services.call_time(staff, round_).time_called_at
    assert called is not None
    assert services.call_time(staff, round_).time_called_at == called
    assert services.record_active_player(staff, match, 2).turn_at_time == 2
    with pytest.raises(UserError, match="two seats: 1 and 2"):
        services.record_active_player(staff, match, 3)
    services.undo_time_call(staff, round_)
    services.undo_time_call(staff, round_)
    match.refresh_from_db()
    assert (match.turn_at_time, match.round.time_called_at) == (None, None)
    lines = Entry.objects.about(round_).values_list("verb", flat=True)
    assert list(lines)[-2:] == ["round.time_called", "round.time_call_undone"]


def test_call_time_requires_round_in_progress():
    event, organiser = running_event(4)
    draft = services.pair_round(organiser, event)
    with pytest.raises(StateError, match="is not being played"):
        services.call_time(organiser, draft)


def test_first_player_is_recorded_by_players_or_staff(table):
    match, first, _second, staff = table
    outsider = users_at(matches_of(match.round)[1])[0]
    with pytest.raises(NotAllowedError, match="Only the two players"):
        services.record_first_player(outsider, match, 1)
    assert services.record_first_player(first, match, 2).first_player == 2
    assert services.record_first_player(staff, match, None).first_player is None
    assert verbs(match) == ["match.first_player_recorded"] * 2
