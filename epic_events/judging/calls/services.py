"""Every write about calls for a judge: calling, taking, handing over, putting back, finishing, withdrawing."""

from textwrap import shorten
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.infra.display_names import normalised
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.calls import states
from epic_events.judging.models import Call
from epic_events.judging.models.call import MAX_ANSWER_LENGTH, MAX_REASON_LENGTH
from epic_events.judging.permissions import Permission, grants, has_permission, require_permission
from epic_events.judging.signals import call_changed, send_on_commit
from epic_events.pairings.models import Match, Round
from epic_events.pairings.permissions import own_seat
from epic_events.pairings.round_names import name_of_round

MAX_CALLS_PER_HOUR: Final = 20
MAX_WAITING_CALLS: Final = 2000
"""Calls of one event that may wait at once: more than tables at any event."""


def call_judge(actor: User, match: Match, *, reason: str = "") -> Call:
    """Call a judge to a table, as one of its players or as staff.

    While a judge is called to the table already, that call stands: its reason is added where it had none.

    Args:
        actor: who calls.
        match: a match that is being played.
        reason: what it is about, in a few words; may be empty.

    Raises:
        NotAllowedError: for everybody who does not play there and is not of the staff.
        StateError: when the match is not being played.
        TooOftenError: for a stream of calls by one player.
        UserError: for too long a reason.
    """
    reason = _clean_line(reason, MAX_REASON_LENGTH, "reason")
    with transaction.atomic():
        event, match = _lock_and_reload_match(match)
        seat = own_seat(actor, match)
        if seat is None and not has_permission(actor, event, Permission.OPEN_CALL):
            raise NotAllowedError(_("Only the players at this table and the event staff can call a judge to it."))
        _require_being_played(event, match)
        waiting = match.calls.waiting().first()
        if waiting is not None:
            return _add_reason(actor, waiting, reason)
        limit_rate("judging.call", actor.pk, limit=MAX_CALLS_PER_HOUR, seconds=3600)
        if event.calls.waiting().count() >= MAX_WAITING_CALLS:
            raise StateError(_("Too many calls are waiting at this event. Raise your hand instead."))
        entry = seat.registration if seat is not None else None
        assert match.table is not None  # a bye is not played at a table, and has been refused
        call = Call.objects.create(
            event=event, match=match, table=match.table, registration=entry, opened_by=actor, reason=reason
        )
        audit_log.record(
            actor, "call.opened", event=event, subject=call, reason=reason, table=call.table, match=match, entry=entry
        )
        _notify(call, "opened")
    return call


def take_call(actor: User, call: Call) -> Call:
    """Take a call, or take it over from another judge; taking one's own again changes nothing.

    Raises:
        NotAllowedError: for everybody but judges.
        StateError: when it is finished.
    """
    return hand_over(actor, call, actor, step=states.TAKE)


def hand_over(actor: User, call: Call, to: User, *, step: str = states.HAND_OVER) -> Call:
    """Give a call to a judge; to whoever has it already nothing changes.

    Raises:
        NotAllowedError: for everybody but judges.
        StateError: when it is finished.
        UserError: for somebody who is no judge of the event.
    """
    with transaction.atomic():
        call = _lock_and_reload(call)
        require_permission(actor, call.event, Permission.WORK_CALLS)
        if not has_permission(to, call.event, Permission.WORK_CALLS):
            message = _("Only a judge of this event can take a call.")
            raise UserError(message, fields={"to": message})
        status = _next_status(call, step)
        if call.assignee_id != to.pk or call.status != status:
            call.status, call.assignee, call.taken_at = Call.Status(status), to, timezone.now()
            call.save(update_fields=["status", "assignee", "taken_at"])
            verb = "call.taken" if actor.pk == to.pk else "call.handed_over"
            audit_log.record(actor, verb, event=call.event, subject=call, table=call.table, to=to)
            _notify(call, step)
    return call


def put_back(actor: User, call: Call) -> Call:
    """Put a call back into the queue, for whoever is free first.

    Raises:
        NotAllowedError: for everybody but judges.
        StateError: when nobody has it, or it is finished.
    """
    with transaction.atomic():
        call = _lock_and_reload(call)
        require_permission(actor, call.event, Permission.WORK_CALLS)
        call.status, call.assignee, call.taken_at = Call.Status(_next_status(call, states.PUT_BACK)), None, None
        call.save(update_fields=["status", "assignee", "taken_at"])
        audit_log.record(actor, "call.put_back", event=call.event, subject=call, table=call.table)
        _notify(call, states.PUT_BACK)
    return call


def finish_call(actor: User, call: Call, *, answer: str = "") -> Call:
    """Finish a call, with a short answer for the record: what was asked and said.

    Saying the same again changes nothing.

    Raises:
        NotAllowedError: for everybody but judges.
        StateError: when it was finished otherwise, or withdrawn.
        UserError: for too long an answer.
    """
    answer = _clean_line(answer, MAX_ANSWER_LENGTH, "answer")
    with transaction.atomic():
        call = _lock_and_reload(call)
        require_permission(actor, call.event, Permission.WORK_CALLS)
        if call.status == Call.Status.DONE and call.answer == answer:
            return call
        status = Call.Status(_next_status(call, states.FINISH))
        call.assignee = call.assignee or actor
        call.status, call.answer, call.ended_at, call.ended_by = status, answer, timezone.now(), actor
        call.save(update_fields=["status", "assignee", "answer", "ended_at", "ended_by"])
        audit_log.record(actor, "call.done", event=call.event, subject=call, reason=answer, table=call.table)
        _notify(call, states.FINISH)
    return call


def finish_decided_call(actor: User | None, match: Match, answer: str) -> None:
    """Finish the call that waits at a table, as its case is decided; who may decide is for the caller to check.

    Args:
        actor: who decides; None for the site's own command line.
        match: that is played at the table, its event locked by the caller.
        answer: what was decided; shortened where it is too long for the call.
    """
    waiting = match.calls.waiting().select_related("assignee").first()
    if waiting is None:
        return
    waiting.assignee = waiting.assignee or actor
    waiting.status, waiting.answer = (
        Call.Status(_next_status(waiting, states.FINISH)),
        shorten(answer, MAX_ANSWER_LENGTH),
    )
    waiting.ended_at, waiting.ended_by = timezone.now(), actor
    waiting.save(update_fields=["status", "assignee", "answer", "ended_at", "ended_by"])
    event = waiting.event
    audit_log.record(actor, "call.done", event=event, subject=waiting, reason=waiting.answer, table=waiting.table)
    _notify(waiting, states.FINISH)


def withdraw_call(actor: User, call: Call) -> Call:
    """Say that no judge is needed any more, as a player of the table or as staff; twice changes nothing.

    Raises:
        NotAllowedError: for everybody else.
        StateError: when a judge has finished it.
    """
    with transaction.atomic():
        call = _lock_and_reload(call)
        seated = call.match is not None and own_seat(actor, call.match) is not None
        if not seated and not grants(rights(actor, call.event), Permission.OPEN_CALL):
            raise NotAllowedError(_("Only the players at this table and the event staff can cancel the call."))
        if call.status == Call.Status.WITHDRAWN:
            return call
        call.status = Call.Status(_next_status(call, states.WITHDRAW))
        call.ended_at, call.ended_by = timezone.now(), actor
        call.save(update_fields=["status", "ended_at", "ended_by"])
        audit_log.record(actor, "call.withdrawn", event=call.event, subject=call, table=call.table)
        _notify(call, states.WITHDRAW)
    return call


def _clean_line(text: str, most: int, field: str) -> str:
    """Return what was typed in one line.

    Raises:
        UserError: it is too long.
    """
    text = normalised(text)
    if len(text) > most:
        message = _("Enter at most %(most)d characters. This text has %(length)d.")
        message %= {"most": most, "length": len(text)}
        raise UserError(message, fields={field: message})
    return text


def _lock_and_reload_match(match: Match) -> tuple[Event, Match]:
    """Return event and match as they are stored now, the event locked.

    Raises:
        StateError: the match is gone.
    """
    event = lock_event(Event.objects.get(stages__round_set=match.round_id))
    stored = Match.objects.select_related("round__stage").filter(pk=match.pk).first()
    if stored is None:
        raise StateError(_("This table no longer exists: the round was paired again."))
    stored.round.stage.event = event
    return event, stored


def _lock_and_reload(call: Call) -> Call:
    """Return a call as it is stored now, its event locked."""
    event = lock_event(call.event)
    stored = Call.objects.select_related("match", "assignee").get(pk=call.pk)
    stored.event = event
    return stored


def _require_being_played(event: Event, match: Match) -> None:
    """Stop a call to where nobody plays.

    Raises:
        StateError: for a bye, a draft, a finished round, or an event that does not run.
    """
    if match.table is None:
        raise StateError(_("You cannot call a judge: a bye has no table."))
    if match.round.status != Round.Status.PUBLISHED or event.status != Event.Status.RUNNING:
        raise StateError(_("%(round)s is not being played.") % {"round": name_of_round(match.round)})


def _next_status(call: Call, step: str) -> str:
    """Return the state a step leads to.

    Raises:
        StateError: it cannot be done now; says why.
    """
    status = states.next_state(call.status, step)
    if status is None:
        message = _("This is not possible: the status of this call (table %(table)s) is “%(status)s”.")
        raise StateError(message % {"table": call.table, "status": call.get_status_display()})
    return status


def _add_reason(actor: User, call: Call, reason: str) -> Call:
    """Return the call that waits, with a reason where it had none."""
    if reason and not call.reason:
        call.reason = reason
        call.save(update_fields=["reason"])
        audit_log.record(actor, "call.reason_added", event=call.event, subject=call, reason=reason, table=call.table)
        _notify(call, "reason")
    return call


def _notify(call: Call, step: str) -> None:
    send_on_commit(call_changed, Call, call=call.pk, event=call.event_id, table=call.table, step=step)
