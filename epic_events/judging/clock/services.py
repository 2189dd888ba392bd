"""Everything that is done to the clock of a round: one transaction each, the event locked, one line in the log."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event
from epic_events.events.permissions import require_scorekeeper, require_staff
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.judging.clock.models import MAX_EXTENSION_MINUTES, ClockMove, EventClock, TimeExtension
from epic_events.judging.clock.selectors import RoundClock, get_round_clock
from epic_events.judging.clock.timing import ZERO
from epic_events.pairings.locking import fresh
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.services import finalisation
from epic_events.pairings.results.services.table_actions import call_time, require_in_progress
from epic_events.pairings.round_names import name_of_round, round_facts

MAX_ROUND_MINUTES = 600  # minutes, as the plan of stages has it
MAX_REASON_LENGTH = 500


def start_clock(actor: User | None, round_: Round, minutes: int | None = None) -> RoundClock:
    """Start the clock of a round that is being played; one that was started before goes on as it is.

    Args:
        actor: who does it.
        round_: the round.
        minutes: how long it runs; None for what the plan of stages says.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when the round is not being played, or time has been called in it.
        UserError: when nobody says how long it runs, or it is no length of a round.
    """
    with transaction.atomic():
        shown = _lock_and_load(actor, round_)
        if shown.clock.started_at is not None:
            return shown
        _require_time_not_called(shown)
        length = shown.round.stage.minutes if minutes is None else minutes
        if length is None:
            message = _("No round length is planned for this stage. Enter the number of minutes.")
            raise UserError(message, fields={"minutes": message})
        if not 1 <= length <= MAX_ROUND_MINUTES:
            message = _("Enter a round length of 1 to %(most)d minutes.") % {"most": MAX_ROUND_MINUTES}
            raise UserError(message, fields={"minutes": message})
        return _record_move(actor, shown, ClockMove.Kind.START, seconds=60 * length, minutes=length)


def pause_clock(actor: User | None, round_: Round, reason: str = "") -> RoundClock:
    """Stop the clock; one that stands still already is left as it is.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when it does not run, or its time is up.
    """
    with transaction.atomic():
        shown = _lock_and_load_started(actor, round_)
        if shown.clock.paused_at is not None:
            return shown
        if (shown.clock.time_left(shown.now) or ZERO) <= ZERO:
            raise StateError(_("The clock cannot be paused: the time is up. Add minutes or call time."))
        return _record_move(actor, shown, ClockMove.Kind.PAUSE, reason)


def resume_clock(actor: User | None, round_: Round) -> RoundClock:
    """Let a clock run on; one that runs is left as it is.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when it was not started.
    """
    with transaction.atomic():
        shown = _lock_and_load_started(actor, round_)
        return shown if shown.clock.paused_at is None else _record_move(actor, shown, ClockMove.Kind.RESUME)


def add_minutes(actor: User | None, round_: Round, minutes: int, reason: str = "") -> RoundClock:
    """Give a whole round more time, or less by a number below 0. After zero, time that is added counts from now.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when the clock was not started, or time has been called.
        UserError: for no minutes, for too many, and for more than are left.
    """
    with transaction.atomic():
        shown = _lock_and_load_started(actor, round_)
        _require_time_not_called(shown)
        if not minutes or abs(minutes) > MAX_EXTENSION_MINUTES:
            message = _("Enter 1 to %(most)d minutes, or a negative number to remove minutes.") % {
                "most": MAX_EXTENSION_MINUTES
            }
            raise UserError(message, fields={"minutes": message})
        if minutes < 0 and (shown.clock.time_left(shown.now) or ZERO) < timedelta(minutes=-minutes):
            message = _("You cannot remove more minutes than are left.")
            raise UserError(message, fields={"minutes": message})
        return _record_move(actor, shown, ClockMove.Kind.ADD, reason, seconds=60 * minutes, minutes=minutes)


def reset_clock(actor: User | None, round_: Round, reason: str = "") -> RoundClock:
    """Set the clock back as if it had not been started; nothing to do before a start.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when the round is not being played, or time has been called in it.
    """
    with transaction.atomic():
        shown = _lock_and_load(actor, round_)
        if shown.clock.started_at is None:
            return shown
        _require_time_not_called(shown)
        return _record_move(actor, shown, ClockMove.Kind.SET_BACK, reason)


def extend_time(match: Match, minutes: int, reason: str, by: User | None) -> TimeExtension:
    """Give one table more time than its round has: after a deck check, a ruling, a spill.

    Args:
        match: a match whose result is open.
        minutes: 1 to ``MAX_EXTENSION_MINUTES``; they add up with those the table has already.
        reason: why, in the staff's words; the table's players read it.
        by: who gives it; None for the site itself.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when the result is settled, the round is not being played, or the match is a bye.
        UserError: for minutes out of range, or without a reason.
    """
    with transaction.atomic():
        row = finalisation.lock_and_reload(match, by)
        event = row.match.round.stage.event
        require_staff(by, event)
        finalisation.require_open_for_players(row)
        if not 1 <= minutes <= MAX_EXTENSION_MINUTES:
            message = _("Enter a time extension of 1 to %(most)d minutes.") % {"most": MAX_EXTENSION_MINUTES}
            raise UserError(message, fields={"minutes": message})
        why = _clean_reason(reason)
        extension = TimeExtension.objects.create(match=row.match, minutes=minutes, reason=why, by=by)
        table = row.match.table
        audit_log.record(
            by,
            "match.extended",
            event=event,
            subject=row.match,
            reason=why,
            table=table,
            minutes=minutes,
            given=extension,
        )
    return extension


def undo_extension(actor: User | None, extension: TimeExtension, reason: str = "") -> TimeExtension:
    """Take back the time that a table was given; once it is taken back nothing happens.

    Returns:
        The row that takes it back.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when the result is settled or the round is not being played.
        MissingError: for what is no extension but the taking back of one.
    """
    with transaction.atomic():
        row = finalisation.lock_and_reload(extension.match, actor)
        event = row.match.round.stage.event
        require_staff(actor, event)
        stored = TimeExtension.objects.filter(pk=extension.pk, takes_back=None).select_related("taken_back_by").first()
        if stored is None:
            raise MissingError(_("This table has no such time extension."))
        existing_undo = TimeExtension.objects.filter(takes_back=stored).first()
        if existing_undo is not None:
            return existing_undo
        finalisation.require_open_for_players(row)
        why = reason.strip()[:MAX_REASON_LENGTH]
        undo = TimeExtension.objects.create(
            match=row.match, minutes=stored.minutes, reason=why or stored.reason, by=actor, takes_back=stored
        )
        audit_log.record(
            actor,
            "match.extension_undone",
            event=event,
            subject=row.match,
            reason=why,
            table=row.match.table,
            minutes=stored.minutes,
            given=stored,
        )
    return undo


def configure_clock(actor: User | None, event: Event, *, calls_time: bool) -> EventClock:
    """Choose whether the clocks of an event call time by themselves.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when the event is over.
    """
    with transaction.atomic():
        event = lock_event(event)
        require_scorekeeper(actor, event)
        if event.is_over:
            raise StateError(_("This event is over. Its clocks can no longer be changed."))
        settings = EventClock.objects.filter(event=event).first() or EventClock(event=event)
        if settings.calls_time != calls_time:
            settings.calls_time = calls_time
            settings.save()
            audit_log.record(actor, "clock.configured", event=event, subject=event, calls_time=calls_time)
    return settings


def call_time_when_due() -> int:
    """Call time in every round whose clock is at zero, where the organisers wish so.

    Returns:
        In how many rounds time was called.
    """
    playing = Round.objects.filter(
        status=Round.Status.PUBLISHED,
        time_called_at=None,
        stage__event__status=Event.Status.RUNNING,
        stage__event__clock__calls_time=True,
        clock_moves__kind=ClockMove.Kind.START,
    )
    return sum(_call_time_if_due(round_) for round_ in playing.select_related("stage__event").distinct())


def _call_time_if_due(round_: Round) -> bool:
    if not get_round_clock(round_).clock.is_due(timezone.now()):
        return False
    with transaction.atomic():
        try:
            shown = _lock_and_load(None, round_)
        except StateError:  # it was finished or taken back meanwhile
            return False
        if shown.round.time_called_at is not None or not shown.clock.is_due(shown.now):
            return False
        call_time(None, shown.round, at=shown.clock.ends_at)
        ClockMove.objects.create(round=shown.round, kind=ClockMove.Kind.TIME, at=shown.now)
    return True


def _lock_and_load(actor: User | None, round_: Round) -> RoundClock:
    """Return the clock as it is stored now, the event locked, for somebody who may change it.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when the round is not being played.
    """
    stored = fresh(round_)
    require_staff(actor, stored.stage.event)
    require_in_progress(stored)
    return get_round_clock(stored)


def _lock_and_load_started(actor: User | None, round_: Round) -> RoundClock:
    """Return the clock as :func:`_fresh` does.

    Raises:
        StateError: when it was not started.
    """
    shown = _lock_and_load(actor, round_)
    if shown.clock.started_at is None:
        raise StateError(_("%(round)s: the clock has not been started.") % {"round": name_of_round(shown.round)})
    return shown


def _require_time_not_called(shown: RoundClock) -> None:
    """Stop what makes no sense once time is called.

    Raises:
        StateError: says what to do first.
    """
    if shown.round.time_called_at is not None:
        raise StateError(_("Time was called in this round. Undo that first."))


def _clean_reason(reason: str) -> str:
    """Return a reason without the space around it.

    Raises:
        UserError: it is empty or too long.
    """
    why = reason.strip()
    if not why:
        message = _("Enter a reason. It is shown to the players at the table and recorded in the audit log.")
        raise UserError(message, fields={"reason": message})
    if len(why) > MAX_REASON_LENGTH:
        message = _("Enter at most %(most)d characters.") % {"most": MAX_REASON_LENGTH}
        raise UserError(message, fields={"reason": message})
    return why


_AUDIT_VERBS = {
    ClockMove.Kind.START: "clock.started",
    ClockMove.Kind.PAUSE: "clock.paused",
    ClockMove.Kind.RESUME: "clock.resumed",
    ClockMove.Kind.ADD: "clock.added",
    ClockMove.Kind.SET_BACK: "clock.reset",
}


def _record_move(
    actor: User | None, shown: RoundClock, kind: ClockMove.Kind, reason: str = "", *, seconds: int = 0, minutes: int = 0
) -> RoundClock:
    """Write down what is done, with its line in the log, and return the clock after it."""
    round_, why = shown.round, reason.strip()[:MAX_REASON_LENGTH]
    ClockMove.objects.create(round=round_, kind=kind, seconds=seconds, reason=why, by=actor, at=shown.now)
    facts = {**round_facts(round_), **({"minutes": minutes} if minutes else {})}
    audit_log.record(actor, _AUDIT_VERBS[kind], event=round_.stage.event, subject=round_, reason=why, **facts)
    return get_round_clock(round_, shown.now)
