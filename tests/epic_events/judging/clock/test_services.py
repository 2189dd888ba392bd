"""Services of round clocks and their audit entries."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from epic_events.audit_log.models import Entry
from epic_events.events.models import StaffRole
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from epic_events.judging.clock import selectors, services
from epic_events.judging.clock.models import TimeExtension
from epic_events.judging.clock.selectors import ClockState
from epic_events.judging.clock.tasks import call_time_when_due
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Round
from epic_events.pairings.results.services.tables import call_time, undo_time_call
from tests.epic_events.factories import make_staff, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = pytest.mark.django_db

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


def minutes(number: float) -> datetime:
    return NOON + timedelta(minutes=number)


@pytest.fixture
def hall():
    """Return a round of 40 minutes that was published five minutes before noon."""
    with time_machine.travel(NOON - timedelta(minutes=5), tick=False) as traveller:
        event, organiser = running_event(6, stage={"minutes": 40})
        judge = make_staff(event, StaffRole.Role.JUDGE)
        round_ = published_round(event, organiser)
        traveller.move_to(NOON)
        yield event, organiser, judge, round_, traveller


def verbs(event, like="clock."):
    return list(
        Entry.objects.filter(event_id=event.pk, verb__startswith=like).order_by("pk").values_list("verb", flat=True)
    )


def test_clock_starts_pauses_resumes_and_resets(hall):
    event, organiser, judge, round_, clock = hall
    assert selectors.get_round_clock(round_).state is ClockState.READY
    shown = services.start_clock(judge, round_)
    assert (shown.state, shown.left_seconds, shown.end_for_table()) == (ClockState.RUNNING, 2400, minutes(40))
    clock.move_to(minutes(10))
    services.start_clock(organiser, round_, 99)  # a second start changes nothing
    assert services.pause_clock(judge, round_, "fire alarm").left_seconds == 1800
    clock.move_to(minutes(17))
    services.pause_clock(organiser, round_)
    shown = selectors.get_round_clock(round_)
    assert (shown.state, shown.left_seconds, shown.end_for_table()) == (ClockState.PAUSED, 1800, None)
    services.resume_clock(judge, round_)
    services.resume_clock(judge, round_)
    assert services.add_minutes(organiser, round_, 5, "late start").end_for_table() == minutes(52)
    assert services.add_minutes(organiser, round_, -2).end_for_table() == minutes(50)
    clock.move_to(minutes(50))
    assert selectors.get_round_clock(round_).state is ClockState.UP
    clock.move_to(minutes(53))
    assert services.add_minutes(organiser, round_, 3).end_for_table() == minutes(56)
    services.reset_clock(organiser, round_, "mistake")
    services.reset_clock(organiser, round_)
    assert selectors.get_round_clock(round_).state is ClockState.READY
    assert verbs(event) == [
        *("clock.started", "clock.paused", "clock.resumed", "clock.added", "clock.added", "clock.added"),
        "clock.reset",
    ]
    audit_entry = Entry.objects.get(event_id=event.pk, verb="clock.paused")
    assert (audit_entry.reason, audit_entry.actor, audit_entry.subject_id) == ("fire alarm", judge, round_.pk)


def test_clock_impossible_actions_are_rejected(hall):
    event, _organiser, judge, round_, clock = hall
    player = users_at(matches_of(round_)[0])[0]
    for do in (services.start_clock, services.pause_clock, services.resume_clock, services.reset_clock):
        with pytest.raises(NotAllowedError):
            do(player, round_)
    for do in (services.pause_clock, services.resume_clock):
        with pytest.raises(StateError, match="has not been started"):
            do(judge, round_)
    with pytest.raises(StateError, match="has not been started"):
        services.add_minutes(judge, round_, 5)
    for length in (0, -1, 601):
        with pytest.raises(UserError, match="1 to 600 minutes"):
            services.start_clock(judge, round_, length)
    services.start_clock(judge, round_)
    for added in (0, 121, -121):
        with pytest.raises(UserError, match="1 to 120"):
            services.add_minutes(judge, round_, added)
    with pytest.raises(UserError, match="more minutes than are left"):
        services.add_minutes(judge, round_, -41)
    clock.move_to(minutes(40))
    with pytest.raises(StateError, match="time is up"):
        services.pause_clock(judge, round_)
    call_time(judge, round_)
    with pytest.raises(StateError, match="Undo that first"):
        services.add_minutes(judge, round_, 1)
    with pytest.raises(StateError, match="Undo that first"):
        services.reset_clock(judge, round_)
    assert verbs(event) == ["clock.started"]


def test_start_clock_without_planned_length_requires_minutes():
    event, organiser = running_event(2, stage={"minutes": None})
    round_ = published_round(event, organiser)
    with pytest.raises(UserError, match="Enter the number of minutes"):
        services.start_clock(organiser, round_)
    assert services.start_clock(organiser, round_, 25).left_seconds == 1500


def test_clock_of_republished_round_is_not_started(hall):
    _event, organiser, _judge, round_, clock = hall
    services.start_clock(organiser, round_)
    clock.move_to(minutes(1))
    Round.objects.filter(pk=round_.pk).update(published_at=minutes(1))
    round_.refresh_from_db()
    assert selectors.get_round_clock(round_).state is ClockState.READY
    assert services.start_clock(organiser, round_).end_for_table() == minutes(41)


def test_extend_time_twice_adds_up_and_can_be_undone(hall):
    event, organiser, judge, round_, _clock = hall
    first, second, _third = matches_of(round_)
    services.start_clock(organiser, round_)
    check = services.extend_time(first, 4, " deck check ", judge)
    services.extend_time(first, 2, "spilt coffee", organiser)
    services.extend_time(second, 1, "ruling", None)
    assert selectors.extension_minutes_by_match(round_) == {first.pk: 6, second.pk: 1}
    shown = selectors.get_round_clock(round_)
    open_now = [(table.match.table, table.minutes, table.ends_at) for table in selectors.open_tables(shown)]
    assert open_now == [(3, 0, minutes(40)), (2, 1, minutes(41)), (1, 6, minutes(46))]
    services.undo_extension(judge, check, "not checked")
    again = services.undo_extension(judge, check)
    assert selectors.extension_minutes_by_match(round_) == {first.pk: 2, second.pk: 1}
    assert [one.reason for one in selectors.list_extensions(first)] == ["spilt coffee"]
    with pytest.raises(MissingError):
        services.undo_extension(judge, again)
    audit_entry = Entry.objects.filter(event_id=event.pk, verb="match.extended").earliest("pk")
    assert (audit_entry.actor, audit_entry.reason, audit_entry.data) == (
        judge,
        "deck check",
        {"table": 1, "minutes": 4, "given": check.pk},
    )
    assert verbs(event, "match.") == ["match.extended"] * 3 + ["match.extension_undone"]


def test_extend_time_invalid_requests_are_rejected(hall):
    _event, organiser, judge, round_, _clock = hall
    first, second, third = matches_of(round_)
    for number in (0, -3, 121):
        with pytest.raises(UserError, match="1 to 120"):
            services.extend_time(first, number, "deck check", judge)
    with pytest.raises(UserError, match="Enter a reason"):
        services.extend_time(first, 3, "  ", judge)
    with pytest.raises(NotAllowedError):
        services.extend_time(first, 3, "please", users_at(first)[0])
    given = services.extend_time(second, 3, "deck check", judge)
    for match in (second, third):
        pairings.enter_result(organiser, match, Score(1, 0))
    with pytest.raises(StateError, match="confirmed"):
        services.extend_time(third, 3, "deck check", judge)
    with pytest.raises(StateError, match="confirmed"):
        services.undo_extension(judge, given)
    assert TimeExtension.objects.count() == 1


def test_call_time_when_due_calls_once_if_configured(hall):
    event, organiser, judge, round_, clock = hall
    services.start_clock(organiser, round_)
    clock.move_to(minutes(41))
    assert call_time_when_due() == 0
    with pytest.raises(NotAllowedError):
        services.configure_clock(judge, event, calls_time=True)
    services.configure_clock(organiser, event, calls_time=True)
    services.configure_clock(organiser, event, calls_time=True)
    assert (call_time_when_due(), call_time_when_due()) == (1, 0)
    round_.refresh_from_db()
    assert round_.time_called_at == minutes(40)  # when the time was up, not when the server was back
    undo_time_call(organiser, round_)
    assert call_time_when_due() == 0  # who takes it back is not called over again at the same end
    services.add_minutes(organiser, round_, 5)
    clock.move_to(minutes(46))
    assert call_time_when_due() == 1
    round_.refresh_from_db()
    assert (round_.time_called_at, selectors.get_round_clock(round_).state) == (minutes(46), ClockState.CALLED)
    assert verbs(event, "round.time") == ["round.time_called", "round.time_call_undone", "round.time_called"]
    assert Entry.objects.filter(event_id=event.pk, verb="round.time_called").latest("pk").actor is None
    assert verbs(event) == ["clock.started", "clock.configured", "clock.added"]


def test_call_time_when_due_skips_paused_clocks_and_finished_rounds(hall):
    event, organiser, _judge, round_, clock = hall
    services.configure_clock(organiser, event, calls_time=True)
    services.start_clock(organiser, round_)
    clock.move_to(minutes(39))
    services.pause_clock(organiser, round_)
    clock.move_to(minutes(400))
    assert call_time_when_due() == 0
    services.resume_clock(organiser, round_)
    for match in matches_of(round_):
        pairings.enter_result(organiser, match, Score(1, 0))
    pairings.finish_round(organiser, round_)
    clock.move_to(minutes(402))
    assert call_time_when_due() == 0
    with pytest.raises(StateError, match="is not being played"):
        services.start_clock(organiser, round_)


def test_plays_on_with_extension_after_call_of_time(hall):
    _event, organiser, judge, round_, clock = hall
    match = matches_of(round_)[0]
    services.start_clock(organiser, round_)
    services.extend_time(match, 5, "deck check", judge)
    clock.move_to(minutes(40))
    shown = selectors.get_round_clock(call_time(organiser, round_))
    assert (shown.plays_on(5), shown.plays_on(0), shown.end_for_table(5)) == (True, False, minutes(45))
    clock.move_to(minutes(45))
    assert not selectors.get_round_clock(shown.round).plays_on(5)


def test_configure_clock_without_role_is_rejected(hall):
    event, _organiser, _judge, _round, _clock = hall
    with pytest.raises(NotAllowedError):
        services.configure_clock(make_user(), event, calls_time=True)
    assert not selectors.calls_time(event)


@pytest.mark.parametrize("started_ahead", [False, True])
def test_clock_of_round_published_by_fast_clock_works_when_it_is_corrected(started_ahead: bool) -> None:
    event, organiser = running_event(4)
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        round_ = published_round(event, organiser)
        if started_ahead:
            services.start_clock(organiser, round_, 50)
    services.start_clock(organiser, round_, 50)
    assert services.pause_clock(organiser, round_, "noise").clock.paused_at is not None
    assert services.resume_clock(organiser, round_).clock.is_running
    kinds = list(round_.clock_moves.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["start", "pause", "resume"]
