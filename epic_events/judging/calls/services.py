"""The state machine of judge calls, and the services that create and update them."""

from collections.abc import Mapping
from textwrap import shorten
from types import MappingProxyType
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.names import normalised
from epic_events.judging.models import MAX_ANSWER_LENGTH, MAX_REASON_LENGTH, Call
from epic_events.judging.permissions import Permission, grants, has_permission, require_permission
from epic_events.judging.signals import call_changed, send_on_commit
from epic_events.pairings.models import Match, Round
from epic_events.pairings.round_names import name_of_round
from epic_events.pairings.selectors import own_seat

OPEN, TAKEN, DONE, WITHDRAWN = "open", "taken", "done", "withdrawn"
TAKE, HAND_OVER, PUT_BACK, FINISH, WITHDRAW = "take", "hand_over", "put_back", "finish", "withdraw"

TRANSITIONS: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        (OPEN, TAKE): TAKEN,
        (OPEN, HAND_OVER): TAKEN,
        (OPEN, FINISH): DONE,
        (OPEN, WITHDRAW): WITHDRAWN,
        (TAKEN, TAKE): TAKEN,  # taken over by another judge
        (TAKEN, HAND_OVER): TAKEN,
        (TAKEN, PUT_BACK): OPEN,
        (TAKEN, FINISH): DONE,
        (TAKEN, WITHDRAW): WITHDRAWN,
    }
)
"""The next state by state and action; other combinations are not allowed."""


def next_state(state: str, step: str) -> str | None:
    """Return the state after an action, or None if the action is not allowed.

    >>> next_state("open", "take"), next_state("done", "take")
    ('taken', None)
    """
    return TRANSITIONS.get((state, step))


MAX_CALLS_PER_HOUR: Final = 20
MAX_WAITING_CALLS: Final = 2000
"""Maximum number of open calls of an event; larger than the number of tables at any event."""


def call_judge(actor: User, match: Match, *, reason: str = "") -> Call:
    """Call a judge to a table, as one of its players or as event staff.

    If a call is already open for the table, return it and add the reason if it has none.

    Args:
        actor: the user who calls.
        match: a match in progress.
        reason: a short description; may be empty.

    Raises:
        NotAllowedError: the user is neither a player of the match nor staff.
        StateError: the match is not being played, or too many calls are waiting.
        TooOftenError: the user made too many calls in the last hour.
        UserError: the reason is too long.
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
        assert match.table is not None  # byes were rejected above
        call = Call.objects.create(
            event=event, match=match, table=match.table, registration=entry, opened_by=actor, reason=reason
        )
        audit_log.record(
            actor, "call.opened", event=event, subject=call, reason=reason, table=call.table, match=match, entry=entry
        )
        _notify(call, "opened")
    return call


def take_call(actor: User, call: Call) -> Call:
    """Take a call, possibly from another judge. Idempotent.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the call is closed.
    """
    return hand_over(actor, call, actor, step=TAKE)


def hand_over(actor: User, call: Call, to: User, *, step: str = HAND_OVER) -> Call:
    """Assign a call to a judge. Does nothing if the judge already has it.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the call is closed.
        UserError: the new assignee is not a judge of the event.
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
    """Put a taken call back into the queue.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the call is not taken, or it is closed.
    """
    with transaction.atomic():
        call = _lock_and_reload(call)
        require_permission(actor, call.event, Permission.WORK_CALLS)
        call.status, call.assignee, call.taken_at = Call.Status(_next_status(call, PUT_BACK)), None, None
        call.save(update_fields=["status", "assignee", "taken_at"])
        audit_log.record(actor, "call.put_back", event=call.event, subject=call, table=call.table)
        _notify(call, PUT_BACK)
    return call


def finish_call(actor: User, call: Call, *, answer: str = "") -> Call:
    """Finish a call, with an optional short answer. Idempotent for the same answer.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the call was finished with another answer, or cancelled.
        UserError: the answer is too long.
    """
    answer = _clean_line(answer, MAX_ANSWER_LENGTH, "answer")
    with transaction.atomic():
        call = _lock_and_reload(call)
        require_permission(actor, call.event, Permission.WORK_CALLS)
        if call.status == Call.Status.DONE and call.answer == answer:
            return call
        status = Call.Status(_next_status(call, FINISH))
        call.assignee = call.assignee or actor
        call.status, call.answer, call.ended_at, call.ended_by = status, answer, timezone.now(), actor
        call.save(update_fields=["status", "assignee", "answer", "ended_at", "ended_by"])
        audit_log.record(actor, "call.done", event=call.event, subject=call, reason=answer, table=call.table)
        _notify(call, FINISH)
    return call


def finish_decided_call(actor: User | None, match: Match, answer: str) -> None:
    """Finish the open call at a table after a decision, if there is one.

    The caller checks permissions.

    Args:
        actor: the user who decides; None for the command line.
        match: the match; the caller has locked its event.
        answer: text of the decision, shortened if too long for a call.
    """
    waiting = match.calls.waiting().select_related("assignee").first()
    if waiting is None:
        return
    waiting.assignee = waiting.assignee or actor
    waiting.status, waiting.answer = (
        Call.Status(_next_status(waiting, FINISH)),
        shorten(answer, MAX_ANSWER_LENGTH),
    )
    waiting.ended_at, waiting.ended_by = timezone.now(), actor
    waiting.save(update_fields=["status", "assignee", "answer", "ended_at", "ended_by"])
    event = waiting.event
    audit_log.record(actor, "call.done", event=event, subject=waiting, reason=waiting.answer, table=waiting.table)
    _notify(waiting, FINISH)


def withdraw_call(actor: User, call: Call) -> Call:
    """Cancel a call, as a player of the match or as event staff. Idempotent.

    Raises:
        NotAllowedError: the user is neither a player of the match nor staff.
        StateError: the call is finished.
    """
    with transaction.atomic():
        call = _lock_and_reload(call)
        seated = call.match is not None and own_seat(actor, call.match) is not None
        if not seated and not grants(rights(actor, call.event), Permission.OPEN_CALL):
            raise NotAllowedError(_("Only the players at this table and the event staff can cancel the call."))
        if call.status == Call.Status.WITHDRAWN:
            return call
        call.status = Call.Status(_next_status(call, WITHDRAW))
        call.ended_at, call.ended_by = timezone.now(), actor
        call.save(update_fields=["status", "ended_at", "ended_by"])
        audit_log.record(actor, "call.withdrawn", event=call.event, subject=call, table=call.table)
        _notify(call, WITHDRAW)
    return call


def _clean_line(text: str, max_length: int, field: str) -> str:
    """Return text normalised to one line.

    Raises:
        UserError: the text is longer than ``max_length``.
    """
    text = normalised(text)
    if len(text) > max_length:
        message = _("Enter at most %(most)d characters. This text has %(length)d.")
        message %= {"most": max_length, "length": len(text)}
        raise UserError(message, fields={field: message})
    return text


def _lock_and_reload_match(match: Match) -> tuple[Event, Match]:
    """Lock the event and return it with the reloaded match.

    Raises:
        StateError: the match no longer exists.
    """
    event = lock_event(Event.objects.get(stages__round_set=match.round_id))
    stored = Match.objects.select_related("round__stage").filter(pk=match.pk).first()
    if stored is None:
        raise StateError(_("This table no longer exists: the round was paired again."))
    stored.round.stage.event = event
    return event, stored


def _lock_and_reload(call: Call) -> Call:
    """Lock the event and return the reloaded call."""
    event = lock_event(call.event)
    stored = Call.objects.select_related("match", "assignee").get(pk=call.pk)
    stored.event = event
    return stored


def _require_being_played(event: Event, match: Match) -> None:
    """Raise unless the match is in progress.

    Raises:
        StateError: the match is a bye, or its round or event is not running.
    """
    if match.table is None:
        raise StateError(_("You cannot call a judge: a bye has no table."))
    if match.round.status != Round.Status.PUBLISHED or event.status != Event.Status.RUNNING:
        raise StateError(_("%(round)s is not being played.") % {"round": name_of_round(match.round)})


def _next_status(call: Call, step: str) -> str:
    """Return the status after an action.

    Raises:
        StateError: the current status does not allow the action.
    """
    status = next_state(call.status, step)
    if status is None:
        message = _("This is not possible: the status of this call (table %(table)s) is “%(status)s”.")
        raise StateError(message % {"table": call.table, "status": call.get_status_display()})
    return status


def _add_reason(actor: User, call: Call, reason: str) -> Call:
    if reason and not call.reason:
        call.reason = reason
        call.save(update_fields=["reason"])
        audit_log.record(actor, "call.reason_added", event=call.event, subject=call, reason=reason, table=call.table)
        _notify(call, "reason")
    return call


def _notify(call: Call, step: str) -> None:
    send_on_commit(call_changed, Call, call=call.pk, event=call.event_id, table=call.table, step=step)
