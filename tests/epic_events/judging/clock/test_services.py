"""What the staff does to the clock of a round, what follows from it, and what stands in the log."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from epic_events.audit_log.models import Entry
from epic_events.events.models import StaffRole
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from epic_events.judging.clock import selectors, services
from epic_events.judging.clock.models import TimeExtension
from epic_events.judging.clock.selectors import State
from epic_events.judging.clock.tasks import call_due
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Round
from epic_events.pairings.results.services.at_the_table import call_time, take_time_back
from tests.epic_events.factories import make_staff, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = pytest.mark.django_db

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


def minutes(number: float) -> datetime:
    return NOON + timedelta(minutes=number)


@pytest.fixture
def hall():
    """A round of 40 minutes that was published five minutes before noon."""
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


def test_it_runs_stands_still_and_runs_on(hall):
    event, organiser, judge, round_, clock = hall
    assert selectors.clock_of_round(round_).state is State.READY
    shown = services.start(judge, round_)
    assert (shown.state, shown.left_seconds, shown.end_of()) == (State.RUNNING, 2400, minutes(40))
    clock.move_to(minutes(10))
    services.start(organiser, round_, 99)  # a second start changes nothing
    assert services.pause(judge, round_, "fire alarm").left_seconds == 1800
    clock.move_to(minutes(17))
    services.pause(organiser, round_)
    shown = selectors.clock_of_round(round_)
    assert (shown.state, shown.left_seconds, shown.end_of()) == (State.PAUSED, 1800, None)
    services.resume(judge, round_)
    services.resume(judge, round_)
    assert services.add_minutes(organiser, round_, 5, "late start").end_of() == minutes(52)
    assert services.add_minutes(organiser, round_, -2).end_of() == minutes(50)
    clock.move_to(minutes(50))
    assert selectors.clock_of_round(round_).state is State.UP
    clock.move_to(minutes(53))
    assert services.add_minutes(organiser, round_, 3).end_of() == minutes(56)
    services.set_back(organiser, round_, "mistake")
    services.set_back(organiser, round_)
    assert selectors.clock_of_round(round_).state is State.READY
    assert verbs(event) == [
        *("clock.started", "clock.paused", "clock.resumed", "clock.added", "clock.added", "clock.added"),
        "clock.set_back",
    ]
    told = Entry.objects.get(event_id=event.pk, verb="clock.paused")
    assert (told.reason, told.actor, told.subject_id) == ("fire alarm", judge, round_.pk)


def test_what_cannot_be_done_to_it_is_refused(hall):
    event, _organiser, judge, round_, clock = hall
    player = users_at(matches_of(round_)[0])[0]
    for do in (services.start, services.pause, services.resume, services.set_back):
        with pytest.raises(NotAllowedError):
            do(player, round_)
    for do in (services.pause, services.resume):
        with pytest.raises(StateError, match="has not been started"):
            do(judge, round_)
    with pytest.raises(StateError, match="has not been started"):
        services.add_minutes(judge, round_, 5)
    for length in (0, -1, 601):
        with pytest.raises(UserError, match="1 to 600 minutes"):
            services.start(judge, round_, length)
    services.start(judge, round_)
    for added in (0, 121, -121):
        with pytest.raises(UserError, match="1 to 120"):
            services.add_minutes(judge, round_, added)
    with pytest.raises(UserError, match="more minutes than are left"):
        services.add_minutes(judge, round_, -41)
    clock.move_to(minutes(40))
    with pytest.raises(StateError, match="time is up"):
        services.pause(judge, round_)
    call_time(judge, round_)
    with pytest.raises(StateError, match="Undo that first"):
        services.add_minutes(judge, round_, 1)
    with pytest.raises(StateError, match="Undo that first"):
        services.set_back(judge, round_)
    assert verbs(event) == ["clock.started"]


def test_a_stage_without_a_clock_asks_for_its_minutes():
    event, organiser = running_event(2, stage={"minutes": None})
    round_ = published_round(event, organiser)
    with pytest.raises(UserError, match="Enter the number of minutes"):
        services.start(organiser, round_)
    assert services.start(organiser, round_, 25).left_seconds == 1500


def test_a_round_that_was_taken_back_and_published_again_begins_anew(hall):
    _event, organiser, _judge, round_, clock = hall
    services.start(organiser, round_)
    clock.move_to(minutes(1))
    Round.objects.filter(pk=round_.pk).update(published_at=minutes(1))
    round_.refresh_from_db()
    assert selectors.clock_of_round(round_).state is State.READY
    assert services.start(organiser, round_).end_of() == minutes(41)


def test_tables_get_more_time_and_it_adds_up(hall):
    event, organiser, judge, round_, _clock = hall
    first, second, _third = matches_of(round_)
    services.start(organiser, round_)
    check = services.extend(first, 4, " deck check ", judge)
    services.extend(first, 2, "spilt coffee", organiser)
    services.extend(second, 1, "ruling", None)
    assert selectors.extensions_of(round_) == {first.pk: 6, second.pk: 1}
    shown = selectors.clock_of_round(round_)
    open_now = [(table.match.table, table.minutes, table.ends_at) for table in selectors.open_tables(shown)]
    assert open_now == [(3, 0, minutes(40)), (2, 1, minutes(41)), (1, 6, minutes(46))]
    services.take_extension_back(judge, check, "not checked")
    again = services.take_extension_back(judge, check)
    assert selectors.extensions_of(round_) == {first.pk: 2, second.pk: 1}
    assert [one.reason for one in selectors.extensions_at(first)] == ["spilt coffee"]
    with pytest.raises(MissingError):
        services.take_extension_back(judge, again)
    told = Entry.objects.filter(event_id=event.pk, verb="match.extended").earliest("pk")
    assert (told.actor, told.reason, told.data) == (judge, "deck check", {"table": 1, "minutes": 4, "given": check.pk})
    assert verbs(event, "match.") == ["match.extended"] * 3 + ["match.extension_taken_back"]


def test_no_time_for_a_table_whose_result_stands_without_a_reason_or_from_a_player(hall):
    _event, organiser, judge, round_, _clock = hall
    first, second, third = matches_of(round_)
    for number in (0, -3, 121):
        with pytest.raises(UserError, match="1 to 120"):
            services.extend(first, number, "deck check", judge)
    with pytest.raises(UserError, match="Enter a reason"):
        services.extend(first, 3, "  ", judge)
    with pytest.raises(NotAllowedError):
        services.extend(first, 3, "please", users_at(first)[0])
    given = services.extend(second, 3, "deck check", judge)
    for match in (second, third):
        pairings.enter_result(organiser, match, Score(1, 0))
    with pytest.raises(StateError, match="confirmed"):
        services.extend(third, 3, "deck check", judge)
    with pytest.raises(StateError, match="confirmed"):
        services.take_extension_back(judge, given)
    assert TimeExtension.objects.count() == 1


def test_time_is_called_by_the_clock_once_and_only_where_it_is_wished(hall):
    event, organiser, judge, round_, clock = hall
    services.start(organiser, round_)
    clock.move_to(minutes(41))
    assert call_due() == 0
    with pytest.raises(NotAllowedError):
        services.choose(judge, event, calls_time=True)
    services.choose(organiser, event, calls_time=True)
    services.choose(organiser, event, calls_time=True)
    assert (call_due(), call_due()) == (1, 0)
    round_.refresh_from_db()
    assert round_.time_called_at == minutes(40)  # when the time was up, not when the server was back
    take_time_back(organiser, round_)
    assert call_due() == 0  # who takes it back is not called over again at the same end
    services.add_minutes(organiser, round_, 5)
    clock.move_to(minutes(46))
    assert call_due() == 1
    round_.refresh_from_db()
    assert (round_.time_called_at, selectors.clock_of_round(round_).state) == (minutes(46), State.CALLED)
    assert verbs(event, "round.time") == ["round.time_called", "round.time_taken_back", "round.time_called"]
    assert Entry.objects.filter(event_id=event.pk, verb="round.time_called").latest("pk").actor is None
    assert verbs(event) == ["clock.started", "clock.chosen", "clock.added"]


def test_a_clock_that_stands_still_or_a_finished_round_is_never_called(hall):
    event, organiser, _judge, round_, clock = hall
    services.choose(organiser, event, calls_time=True)
    services.start(organiser, round_)
    clock.move_to(minutes(39))
    services.pause(organiser, round_)
    clock.move_to(minutes(400))
    assert call_due() == 0
    services.resume(organiser, round_)
    for match in matches_of(round_):
        pairings.enter_result(organiser, match, Score(1, 0))
    pairings.finish_round(organiser, round_)
    clock.move_to(minutes(402))
    assert call_due() == 0
    with pytest.raises(StateError, match="is not being played"):
        services.start(organiser, round_)


def test_a_table_with_more_time_plays_on_when_time_is_called(hall):
    _event, organiser, judge, round_, clock = hall
    match = matches_of(round_)[0]
    services.start(organiser, round_)
    services.extend(match, 5, "deck check", judge)
    clock.move_to(minutes(40))
    shown = selectors.clock_of_round(call_time(organiser, round_))
    assert (shown.plays_on(5), shown.plays_on(0), shown.end_of(5)) == (True, False, minutes(45))
    clock.move_to(minutes(45))
    assert not selectors.clock_of_round(shown.round).plays_on(5)


def test_everybody_else_is_a_stranger_to_its_choice(hall):
    event, _organiser, _judge, _round, _clock = hall
    with pytest.raises(NotAllowedError):
        services.choose(make_user(), event, calls_time=True)
    assert not selectors.calls_time(event)
