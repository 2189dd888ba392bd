"""The state machine of cases, and services for decisions and appeals.

The services create and update them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.events.selectors import load_altered_rules, lock_event
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging import signals
from epic_events.judging.calls.services import finish_decided_call
from epic_events.judging.clock.services import extend_time
from epic_events.judging.decisions.validation import DecisionContent, NewPenalty, clean_content
from epic_events.judging.models import MAX_APPEAL_LENGTH, Appeal, Call, Case, Decision, Penalty
from epic_events.judging.penalties.selectors import get_usual_level
from epic_events.judging.penalties.services import give_penalty
from epic_events.judging.permissions import Permission, has_permission, require_permission
from epic_events.pairings.models import Match
from epic_events.pairings.selectors import own_seat
from epic_events.reference.rules.selectors import text_hashes

DRAFT, STANDS, APPEALED, FINAL = "draft", "stands", "appealed", "final"
WRITE, ANNOUNCE, ANNOUNCE_FINAL = "write", "announce", "announce_final"
CORRECT, APPEAL, WITHDRAW, UPHOLD, CHANGE = "correct", "appeal", "withdraw", "uphold", "change"

TRANSITIONS: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        (DRAFT, WRITE): DRAFT,
        (DRAFT, ANNOUNCE): STANDS,
        (DRAFT, ANNOUNCE_FINAL): FINAL,  # decided by a head judge, so no appeal is possible
        (STANDS, CORRECT): STANDS,
        (STANDS, APPEAL): APPEALED,
        (APPEALED, WITHDRAW): STANDS,
        (APPEALED, UPHOLD): FINAL,
        (APPEALED, CHANGE): FINAL,
        (FINAL, CORRECT): FINAL,  # by a head judge
    }
)
"""The next state by state and action; other combinations are not allowed."""


def next_state(state: str, step: str) -> str | None:
    """Return the state after an action, or None if the action is not allowed.

    >>> next_state("stands", "appeal"), next_state("final", "appeal")
    ('appealed', None)
    """
    return TRANSITIONS.get((state, step))


MAX_APPEALS_PER_HOUR = 10


def open_case(event: Event | None, match: Match | None, call: Call | None = None) -> Case:
    """Create a case without a decision. The caller checks permissions."""
    return Case.objects.create(event=event, match=match, table=match.table if match else None, call=call)


def write_draft(actor: User | None, case: Case, content: DecisionContent, *, game: str) -> Decision:
    """Store a decision that is not announced yet. The caller checks permissions.

    Args:
        actor: the author; None for the command line.
        case: a case without an announced decision.
        content: the decision; penalties and extensions take effect when it is announced.
        game: slug of the game whose rules are cited.

    Raises:
        StateError: a decision was announced; it can only be corrected.
        UserError: the content is invalid.
    """
    with transaction.atomic():
        case = _lock_and_reload(case)
        _next_status(case, WRITE)
        return _add_decision(actor, case, clean_content(content, game), None, game=game)


def announce(
    actor: User | None,
    case: Case,
    content: DecisionContent,
    *,
    game: str,
    penalty: Penalty | None = None,
    new_penalty: NewPenalty | None = None,
) -> Decision:
    """Decide a case and notify its players. The caller checks permissions.

    Penalty and time extension are given in the same transaction, and the open call at the table is finished. The
    decision of a head judge is final.

    Args:
        actor: the user who decides; None for the command line.
        case: a case without an announced decision.
        content: the decision and its time extension.
        game: slug of the game whose rules are cited.
        penalty: a penalty given earlier that belongs to the decision.
        new_penalty: a penalty to give with the decision.

    Raises:
        NotAllowedError: the user may not give this penalty.
        StateError: a decision was announced, or the match is over and its time cannot be extended.
        UserError: the content or the penalty is invalid.
    """
    with transaction.atomic():
        case = _lock_and_reload(case)
        _next_status(case, ANNOUNCE)
        content = clean_content(content, game)
        decision = _add_decision(
            actor, case, content, _give_new_penalty(actor, case, new_penalty) or penalty, game=game
        )
        _announce(actor, case, decision)
    return decision


def announce_draft(actor: User | None, case: Case) -> Decision:
    """Announce the latest stored decision of a case. The caller checks permissions.

    Raises:
        StateError: there is no decision, one was announced, or the match is over and its time cannot be extended.
    """
    with transaction.atomic():
        case = _lock_and_reload(case)
        decision = case.decisions.order_by("-number").first()
        if decision is None:
            raise StateError(_("Write the decision first."))
        _announce(actor, case, decision)
    return decision


def _announce(actor: User | None, case: Case, decision: Decision) -> None:
    is_final = actor is not None and case.event is not None and rights(actor, case.event).head_judge
    _apply_step(case, ANNOUNCE_FINAL if is_final else ANNOUNCE)
    if case.event is not None:  # a case without an event has no players to notify
        _log(actor, "decision.given", case, decision=decision)
    _extend_time(actor, case, decision.minutes)
    if case.match is not None:
        finish_decided_call(actor, case.match, decision.text)
    _notify(case, "given")


def freeze(case: Case) -> Case:
    """Prevent further corrections of a case, because it is published.

    Appeals remain possible. The caller checks permissions.

    Raises:
        StateError: no decision was announced, or an appeal is open.
    """
    with transaction.atomic():
        case = _lock_and_reload(case)
        if case.status == Case.Status.DRAFT:
            raise StateError(_("Write the decision before you publish it."))
        if case.status == Case.Status.APPEALED:
            raise StateError(_("An appeal against this decision is open. The head judge must decide it first."))
        case.frozen = True
        case.save(update_fields=["frozen"])
    return case


def decide(
    actor: User,
    match: Match,
    content: DecisionContent,
    *,
    call: Call | None = None,
    penalty: Penalty | None = None,
    new_penalty: NewPenalty | None = None,
) -> Decision:
    """Decide at a table and notify its players. The decision of a head judge is final.

    Raises:
        NotAllowedError: the user is not a judge of the event.
        StateError: the match no longer exists.
        UserError: the content or the penalty is invalid, or the penalty belongs to another match.
    """
    with transaction.atomic():
        event = lock_event(Event.objects.get(stages__round_set=match.round_id))
        require_permission(actor, event, Permission.DECIDE)
        stored = Match.objects.filter(pk=match.pk).first()
        if stored is None:
            raise StateError(_("This table no longer exists: the round was paired again."))
        if penalty is not None and penalty.match_id != stored.pk:
            message = _("This penalty belongs to another match. Choose a penalty from this match.")
            raise UserError(message, fields={"penalty": message})
        case = open_case(event, stored, call)
        return announce(actor, case, content, game=event.game, penalty=penalty, new_penalty=new_penalty)


def correct(actor: User, case: Case, content: DecisionContent, *, reason: str) -> Decision:
    """Correct an announced decision and notify the players.

    The earlier decision remains readable.

    Raises:
        NotAllowedError: the user is neither its author nor a head judge; only head judges correct a final decision.
        StateError: an appeal is open, or the case is published.
        UserError: the reason is missing, or the content is invalid.
    """
    reason = _require_reason(reason)
    with transaction.atomic():
        case = _lock_and_reload(case)
        event = _require_event(case)
        last = case.decisions.order_by("-number").first()
        own = last is not None and last.by_id == actor.pk and case.status != Case.Status.FINAL
        require_permission(actor, event, Permission.DECIDE if own else Permission.DECIDE_APPEALS)
        if case.frozen:
            raise StateError(_("The decision is published and can no longer be changed."))
        _next_status(case, CORRECT)
        decision = _add_decision(
            actor, case, clean_content(content, event.game), last.penalty if last else None, game=event.game
        )
        _log(actor, "decision.corrected", case, reason=reason, decision=decision)
        _notify(case, "corrected")
    return decision


def appeal(actor: User, case: Case, *, reason: str = "") -> Appeal:
    """Appeal to the head judge, as a player of the match.

    Returns the open appeal if there is one.

    Raises:
        NotAllowedError: the user does not play in the match.
        StateError: the decision is final, or the event is over.
        TooOftenError: the user made too many appeals in the last hour.
        UserError: the reason is too long.
    """
    reason = reason.strip()
    if len(reason) > MAX_APPEAL_LENGTH:
        message = _("Enter at most %(most)d characters. This text has %(length)d.")
        message %= {"most": MAX_APPEAL_LENGTH, "length": len(reason)}
        raise UserError(message, fields={"reason": message})
    with transaction.atomic():
        case = _lock_and_reload(case)
        event = _require_event(case)
        seat = own_seat(actor, case.match) if case.match else None
        if seat is None:
            raise NotAllowedError(_("Only a player of this match can appeal to the head judge."))
        waiting = case.appeals.filter(status=Appeal.Status.OPEN).first()
        if waiting is not None:
            return waiting
        if event.is_over:
            raise StateError(_("This event is over: its decisions are final."))
        limit_rate("judging.appeal", actor.pk, limit=MAX_APPEALS_PER_HOUR, seconds=3600)
        _apply_step(case, APPEAL)
        new_appeal = Appeal.objects.create(case=case, registration=seat.registration, reason=reason, by=actor)
        _log(actor, "appeal.made", case, reason=reason, appeal=new_appeal)
        _notify(case, "appealed")
    return new_appeal


def withdraw_appeal(actor: User, appeal: Appeal) -> Appeal:
    """Withdraw an appeal, as the player who made it. Idempotent.

    Raises:
        NotAllowedError: the user did not make the appeal.
        StateError: the appeal is decided.
    """
    with transaction.atomic():
        case = _lock_and_reload(appeal.case)
        appeal = Appeal.objects.select_related("registration__player").get(pk=appeal.pk)
        if appeal.registration is None or appeal.registration.player.user_id != actor.pk:
            raise NotAllowedError(_("Only the player who appealed can withdraw the appeal."))
        if appeal.status == Appeal.Status.WITHDRAWN:
            return appeal
        _apply_step(case, WITHDRAW)
        _close_appeal(appeal, Appeal.Status.WITHDRAWN)
        _log(actor, "appeal.withdrawn", case, appeal=appeal)
        _notify(case, "withdrawn")
    return appeal


def decide_appeal(
    actor: User, appeal: Appeal, content: DecisionContent, *, upheld: bool, new_penalty: NewPenalty | None = None
) -> Decision:
    """Decide an appeal as head judge. The decision is final.

    Args:
        actor: the head judge.
        appeal: the appeal.
        content: the head judge's decision.
        upheld: True if the appealed decision stands.
        new_penalty: a penalty to give with the decision.

    Raises:
        NotAllowedError: the user is not a head judge of the event.
        StateError: the appeal is decided or withdrawn.
        UserError: the content is invalid.
    """
    with transaction.atomic():
        case = _lock_and_reload(appeal.case)
        event = _require_event(case)
        require_permission(actor, event, Permission.DECIDE_APPEALS)
        appeal = Appeal.objects.get(pk=appeal.pk)
        if appeal.status != Appeal.Status.OPEN:
            raise StateError(_("This appeal is closed: %(status)s.") % {"status": appeal.get_status_display()})
        _apply_step(case, UPHOLD if upheld else CHANGE)
        content = clean_content(content, event.game)
        decision = _add_decision(
            actor, case, content, _give_new_penalty(actor, case, new_penalty), game=event.game, appeal=appeal
        )
        _extend_time(actor, case, content.minutes)
        _close_appeal(appeal, Appeal.Status.UPHELD if upheld else Appeal.Status.CHANGED)
        _log(actor, "appeal.decided", case, appeal=appeal, decision=decision, upheld=upheld)
        _notify(case, "appeal_decided")
    return decision


def _add_decision(
    actor: User | None,
    case: Case,
    content: DecisionContent,
    penalty: Penalty | None,
    *,
    game: str,
    appeal: Appeal | None = None,
) -> Decision:
    last: int | None = case.decisions.aggregate(last=Max("number"))["last"]
    cited = content.citations
    hashes = text_hashes(game, cited, load_altered_rules(case.event, game)) if cited else {}
    return Decision.objects.create(
        case=case,
        number=(last or 0) + 1,
        text=content.text,
        remedy=content.remedy,
        citations=list(content.citations),
        text_hashes=hashes,
        minutes=content.minutes,
        penalty=penalty,
        appeal=appeal,
        by=actor,
    )


def _give_new_penalty(actor: User | None, case: Case, new_penalty: NewPenalty | None) -> Penalty | None:
    """Give the penalty that belongs to a decision.

    Raises:
        StateError: the case belongs to no event.
    """
    if new_penalty is None:
        return None
    event = _require_event(case)
    level = new_penalty.level or get_usual_level(event, new_penalty.entry, new_penalty.infraction)
    entry, match = new_penalty.entry, case.match
    entry.event = event
    return give_penalty(actor, entry, infraction=new_penalty.infraction, level=level, match=match)


def _extend_time(actor: User | None, case: Case, minutes: int) -> None:
    """Give the table the time extension of a decision.

    Raises:
        StateError: the match is over.
    """
    if minutes and case.match is not None:
        extend_time(case.match, minutes, _("Judge's decision"), actor)


def _require_reason(reason: str) -> str:
    """Return the stripped reason.

    Raises:
        UserError: the reason is missing.
    """
    reason = reason.strip()
    if not reason:
        message = _("Enter a reason for the change.")
        raise UserError(message, fields={"reason": message})
    return reason


def _lock_and_reload(case: Case) -> Case:
    """Lock the event and the case and return the reloaded case."""
    if case.event is not None:
        lock_event(case.event)
    stored = Case.objects.select_for_update(of=("self",)).get(pk=case.pk)
    return Case.objects.select_related("event", "match").get(pk=stored.pk)


def _require_event(case: Case) -> Event:
    """Return the event of a case.

    Raises:
        StateError: the case belongs to no event, so it has no head judge.
    """
    if case.event is None:
        raise StateError(_("This decision belongs to no event: penalties and appeals are not available."))
    return case.event


def _next_status(case: Case, step: str) -> str:
    """Return the status after an action.

    Raises:
        StateError: the current status does not allow the action.
    """
    status = next_state(case.status, step)
    if status is None:
        raise StateError(
            _("This is not possible: the status of the decision is “%(status)s”.")
            % {"status": case.get_status_display()}
        )
    return status


def _apply_step(case: Case, step: str) -> None:
    """Update the status of a case by an action.

    Raises:
        StateError: the current status does not allow the action.
    """
    case.status = Case.Status(_next_status(case, step))
    case.save(update_fields=["status", "frozen"])


def _close_appeal(appeal: Appeal, status: Appeal.Status) -> None:
    appeal.status, appeal.ended_at = status, timezone.now()
    appeal.save(update_fields=["status", "ended_at"])


def can_appeal(user: object, case: Case) -> bool:
    """Return True if the user can appeal now.

    Players of the match can, until the head judge has decided or the event is over.
    """
    open_ = next_state(case.status, APPEAL) is not None
    if not open_ or case.match is None or case.event is None or case.event.is_over:
        return False
    return own_seat(user, case.match) is not None


def can_correct(user: User, case: Case, last: Decision) -> bool:
    """Return True if the user can correct the current decision of a case now."""
    if case.event is None or case.frozen or next_state(case.status, CORRECT) is None:
        return False
    own = last.by_id == user.pk and case.status != Case.Status.FINAL
    return has_permission(user, case.event, Permission.DECIDE if own else Permission.DECIDE_APPEALS)


def _log(actor: User | None, verb: str, case: Case, *, reason: str = "", **data: object) -> None:
    audit_log.record(actor, verb, event=case.event, subject=case, reason=reason, table=case.table, **data)


def _notify(case: Case, step: str) -> None:
    signals.send_on_commit(
        signals.decision_changed, Case, case=case.pk, event=case.event_id, table=case.table, step=step
    )
