"""Services that control round clocks and time extensions.

Each runs in one transaction with the event locked and writes one audit entry.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event
from epic_events.events.permissions import require_scorekeeper, require_staff
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.judging.clock.models import MAX_EXTENSION_MINUTES, ClockMove, EventClock, TimeExtension
from epic_events.judging.clock.selectors import RoundClock, get_round_clock
from epic_events.judging.clock.timing import ZERO
from epic_events.pairings.lifecycle import lock_and_reload
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.services import finalisation
from epic_events.pairings.results.services.tables import call_time, require_in_progress
from epic_events.pairings.round_names import name_of_round, round_facts

MAX_ROUND_MINUTES = 600  # minutes; the same limit as for stages
MAX_REASON_LENGTH = 500


def start_clock(actor: User | None, round_: Round, minutes: int | None = None) -> RoundClock:
    """Start the clock of a round in progress. Does nothing if it was started before.

    Args:
        actor: the user; None for the command line.
        round_: the round.
        minutes: length of the round; None for the planned length of the stage.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the round is not in progress, or time was called.
        UserError: no length is given or planned, or it is out of range.
    """
    with transaction.atomic():
        round_clock = _lock_and_load(actor, round_)
        if round_clock.clock.started_at is not None:
            return round_clock
        _require_time_not_called(round_clock)
        length = round_clock.round.stage.minutes if minutes is None else minutes
        if length is None:
            message = _("No round length is planned for this stage. Enter the number of minutes.")
            raise UserError(message, fields={"minutes": message})
        if not 1 <= length <= MAX_ROUND_MINUTES:
            message = _("Enter a round length of 1 to %(most)d minutes.") % {"most": MAX_ROUND_MINUTES}
            raise UserError(message, fields={"minutes": message})
        return _record_move(actor, round_clock, ClockMove.Kind.START, seconds=60 * length, minutes=length)


def pause_clock(actor: User | None, round_: Round, reason: str = "") -> RoundClock:
    """Pause the clock. Does nothing if it is paused.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the clock was not started, or its time is up.
    """
    with transaction.atomic():
        round_clock = _lock_and_load_started(actor, round_)
        if round_clock.clock.paused_at is not None:
            return round_clock
        if (round_clock.clock.time_left(round_clock.now) or ZERO) <= ZERO:
            raise StateError(_("The clock cannot be paused: the time is up. Add minutes or call time."))
        return _record_move(actor, round_clock, ClockMove.Kind.PAUSE, reason)


def resume_clock(actor: User | None, round_: Round) -> RoundClock:
    """Resume the clock. Does nothing if it is running.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the clock was not started.
    """
    with transaction.atomic():
        round_clock = _lock_and_load_started(actor, round_)
        return (
            round_clock
            if round_clock.clock.paused_at is None
            else _record_move(actor, round_clock, ClockMove.Kind.RESUME)
        )


def add_minutes(actor: User | None, round_: Round, minutes: int, reason: str = "") -> RoundClock:
    """Add minutes to the whole round; a negative number removes minutes.

    Minutes added after the end of the round count from now.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the clock was not started, or time was called.
        UserError: the number is zero, too large, or removes more than is left.
    """
    with transaction.atomic():
        round_clock = _lock_and_load_started(actor, round_)
        _require_time_not_called(round_clock)
        if not minutes or abs(minutes) > MAX_EXTENSION_MINUTES:
            message = _("Enter 1 to %(most)d minutes, or a negative number to remove minutes.") % {
                "most": MAX_EXTENSION_MINUTES
            }
            raise UserError(message, fields={"minutes": message})
        if minutes < 0 and (round_clock.clock.time_left(round_clock.now) or ZERO) < timedelta(minutes=-minutes):
            message = _("You cannot remove more minutes than are left.")
            raise UserError(message, fields={"minutes": message})
        return _record_move(actor, round_clock, ClockMove.Kind.ADD, reason, seconds=60 * minutes, minutes=minutes)


def reset_clock(actor: User | None, round_: Round, reason: str = "") -> RoundClock:
    """Reset the clock to its state before the start. Does nothing before the start.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the round is not in progress, or time was called.
    """
    with transaction.atomic():
        round_clock = _lock_and_load(actor, round_)
        if round_clock.clock.started_at is None:
            return round_clock
        _require_time_not_called(round_clock)
        return _record_move(actor, round_clock, ClockMove.Kind.SET_BACK, reason)


def extend_time(match: Match, minutes: int, reason: str, by: User | None) -> TimeExtension:
    """Give one table a time extension, for example after a deck check or a ruling.

    Args:
        match: a match without a final result.
        minutes: 1 to ``MAX_EXTENSION_MINUTES``, in addition to earlier extensions.
        reason: shown to the players at the table.
        by: the user; None for the command line.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the result is final, the round is not in progress, or the match is a bye.
        UserError: the minutes are out of range, or the reason is missing.
    """
    with transaction.atomic():
        row = finalisation.lock_and_reload(match)
        event = row.match.round.stage.event
        require_staff(by, event)
        finalisation.require_open_for_players(row)
        if not 1 <= minutes <= MAX_EXTENSION_MINUTES:
            message = _("Enter a time extension of 1 to %(most)d minutes.") % {"most": MAX_EXTENSION_MINUTES}
            raise UserError(message, fields={"minutes": message})
        cleaned = _clean_reason(reason)
        extension = TimeExtension.objects.create(match=row.match, minutes=minutes, reason=cleaned, by=by)
        table = row.match.table
        audit_log.record(
            by,
            "match.extended",
            event=event,
            subject=row.match,
            reason=cleaned,
            table=table,
            minutes=minutes,
            given=extension,
        )
    return extension


def undo_extension(actor: User | None, extension: TimeExtension, reason: str = "") -> TimeExtension:
    """Undo a time extension and return the row that undoes it. Idempotent.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the result is final, or the round is not in progress.
        MissingError: the row is not an extension but an undo row.
    """
    with transaction.atomic():
        row = finalisation.lock_and_reload(extension.match)
        event = row.match.round.stage.event
        require_staff(actor, event)
        stored = TimeExtension.objects.filter(pk=extension.pk, takes_back=None).select_related("taken_back_by").first()
        if stored is None:
            raise MissingError(_("This time extension does not exist."))
        existing_undo = TimeExtension.objects.filter(takes_back=stored).first()
        if existing_undo is not None:
            return existing_undo
        finalisation.require_open_for_players(row)
        cleaned = reason.strip()[:MAX_REASON_LENGTH]
        undo = TimeExtension.objects.create(
            match=row.match, minutes=stored.minutes, reason=cleaned or stored.reason, by=actor, takes_back=stored
        )
        audit_log.record(
            actor,
            "match.extension_undone",
            event=event,
            subject=row.match,
            reason=cleaned,
            table=row.match.table,
            minutes=stored.minutes,
            given=stored,
        )
    return undo


def configure_clock(actor: User | None, event: Event, *, calls_time: bool) -> EventClock:
    """Set whether the clocks of an event call time automatically.

    Raises:
        NotAllowedError: the user is neither organiser, head judge nor scorekeeper.
        StateError: the event is over.
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
    """Call time in every round whose clock has reached zero.

    Only in events that call time automatically.

    Returns:
        Number of rounds in which time was called.
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
            round_clock = _lock_and_load(None, round_)
        except StateError:  # the round was finished or unpublished in the meantime
            return False
        if round_clock.round.time_called_at is not None or not round_clock.clock.is_due(round_clock.now):
            return False
        call_time(None, round_clock.round, at=round_clock.clock.ends_at)
        ClockMove.objects.create(round=round_clock.round, kind=ClockMove.Kind.TIME, at=round_clock.now)
    return True


def _lock_and_load(actor: User | None, round_: Round) -> RoundClock:
    """Lock the event and return the clock.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the round is not in progress.
    """
    stored = lock_and_reload(round_)
    require_staff(actor, stored.stage.event)
    require_in_progress(stored)
    now = timezone.now()
    if stored.published_at is not None and stored.published_at > now:
        # A fast clock dated the publication; moves before it would be ignored.
        stored.published_at = now
        stored.save(update_fields=["published_at"])
    return get_round_clock(stored, now)


def _lock_and_load_started(actor: User | None, round_: Round) -> RoundClock:
    """Lock the event and return the started clock.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the round is not in progress, or the clock was not started.
    """
    round_clock = _lock_and_load(actor, round_)
    if round_clock.clock.started_at is None:
        raise StateError(_("%(round)s: the clock has not been started.") % {"round": name_of_round(round_clock.round)})
    return round_clock


def _require_time_not_called(round_clock: RoundClock) -> None:
    """Raise ``StateError`` if time was called in the round."""
    if round_clock.round.time_called_at is not None:
        raise StateError(_("Time was called in this round. Undo that first."))


def _clean_reason(reason: str) -> str:
    """Return the stripped reason.

    Raises:
        UserError: the reason is empty or too long.
    """
    cleaned = reason.strip()
    if not cleaned:
        message = _("Enter a reason. It is shown to the players at the table and recorded in the audit log.")
        raise UserError(message, fields={"reason": message})
    if len(cleaned) > MAX_REASON_LENGTH:
        message = _("Enter at most %(most)d characters.") % {"most": MAX_REASON_LENGTH}
        raise UserError(message, fields={"reason": message})
    return cleaned


_AUDIT_VERBS = {
    ClockMove.Kind.START: "clock.started",
    ClockMove.Kind.PAUSE: "clock.paused",
    ClockMove.Kind.RESUME: "clock.resumed",
    ClockMove.Kind.ADD: "clock.added",
    ClockMove.Kind.SET_BACK: "clock.reset",
}


def _record_move(
    actor: User | None,
    round_clock: RoundClock,
    kind: ClockMove.Kind,
    reason: str = "",
    *,
    seconds: int = 0,
    minutes: int = 0,
) -> RoundClock:
    """Store a move with its audit entry and return the new clock."""
    round_, cleaned = round_clock.round, reason.strip()[:MAX_REASON_LENGTH]
    ClockMove.objects.create(round=round_, kind=kind, seconds=seconds, reason=cleaned, by=actor, at=round_clock.now)
    facts = {**round_facts(round_), **({"minutes": minutes} if minutes else {})}
    audit_log.record(actor, _AUDIT_VERBS[kind], event=round_.stage.event, subject=round_, reason=cleaned, **facts)
    return get_round_clock(round_, round_clock.now)
