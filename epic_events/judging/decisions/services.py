"""Every write about decisions and appeals: deciding, correcting, appealing, and the head judge's own decision."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.altered_rules import load_altered_rules
from epic_events.events.locking import lock_event
from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging import signals
from epic_events.judging.calls.services import finish_decided_call
from epic_events.judging.clock.services import extend_time
from epic_events.judging.decisions import states
from epic_events.judging.decisions.validation import DecisionContent, NewPenalty, clean_content
from epic_events.judging.models import Appeal, Call, Case, Decision, Penalty
from epic_events.judging.models.decision import MAX_APPEAL_LENGTH
from epic_events.judging.penalties.selectors import get_usual_level
from epic_events.judging.penalties.services import give_penalty
from epic_events.judging.permissions import Permission, has_permission, require_permission
from epic_events.pairings.models import Match
from epic_events.pairings.permissions import own_seat
from epic_events.reference.rules.texts import text_hashes

MAX_APPEALS_PER_HOUR = 10


def open_case(event: Event | None, match: Match | None, call: Call | None = None) -> Case:
    """Store a case on which nothing is decided yet; who may is for the caller to check."""
    return Case.objects.create(event=event, match=match, table=match.table if match else None, call=call)


def write_draft(actor: User | None, case: Case, content: DecisionContent, *, game: str) -> Decision:
    """Add a decision to a case that is being written; nobody is told of it. Who may is for the caller to check.

    Args:
        actor: who writes it.
        case: nothing on it has been told.
        content: the words; nothing of it is done yet.
        game: slug of the game whose rules it cites.

    Raises:
        StateError: it has been told: it can only be corrected.
        UserError: for a content that cannot be kept.
    """
    with transaction.atomic():
        case = _lock_and_reload(case)
        _next_status(case, states.WRITE)
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
    """Decide a case and tell its players; penalty and extension are given with it, all or nothing.

    The call that waits at its table is finished with it.

    Who may is for the caller to check. A head judge's decision is final.

    Args:
        actor: who decides; None for the site's own command line.
        case: nothing on it has been told.
        content: the decision in words, and how much longer its table plays.
        game: slug of the game whose rules it cites.
        penalty: one that was given already and belongs to it.
        new_penalty: one that is given with it.

    Raises:
        NotAllowedError: for a penalty that is not this judge's to give.
        StateError: it has been told, or the match is over and cannot play longer.
        UserError: for a content or penalty that cannot be kept.
    """
    with transaction.atomic():
        case = _lock_and_reload(case)
        _next_status(case, states.ANNOUNCE)
        content = clean_content(content, game)
        decision = _add_decision(
            actor, case, content, _give_new_penalty(actor, case, new_penalty) or penalty, game=game
        )
        _announce(actor, case, decision)
    return decision


def announce_draft(actor: User | None, case: Case) -> Decision:
    """Tell a case as it was written last, with its extension. Who may is for the caller to check.

    Raises:
        StateError: nothing is written, it has been told, or the match is over and cannot play longer.
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
    _apply_step(case, states.ANNOUNCE_FINAL if is_final else states.ANNOUNCE)
    if case.event is not None:  # at no event nobody is told
        _log(actor, "decision.given", case, decision=decision)
    _extend_time(actor, case, decision.minutes)
    if case.match is not None:
        finish_decided_call(actor, case.match, decision.text)
    _notify(case, "given")


def freeze(case: Case) -> Case:
    """Keep a case from being corrected, as it is published; appeals go on. Who may is for the caller to check.

    Raises:
        StateError: nothing has been told, or an appeal waits.
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
    """Decide at a table, and tell its players. A head judge's decision is final.

    Raises:
        NotAllowedError: for everybody but judges.
        StateError: when the match is gone.
        UserError: for a content or penalty that cannot be kept, or a penalty of another match.
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
    """Correct a decision that was told: the one before stays readable, and the players are told the new one.

    Raises:
        NotAllowedError: for everybody but the judge who gave it and head judges; of a final one, for all but those.
        StateError: while an appeal waits, and for what is published.
        UserError: without a reason, or for a content that cannot be kept.
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
        _next_status(case, states.CORRECT)
        decision = _add_decision(
            actor, case, clean_content(content, event.game), last.penalty if last else None, game=event.game
        )
        _log(actor, "decision.corrected", case, reason=reason, decision=decision)
        _notify(case, "corrected")
    return decision


def appeal(actor: User, case: Case, *, reason: str = "") -> Appeal:
    """Take a decision to the head judge, as a player of the match; while an appeal waits, that one stands.

    Raises:
        NotAllowedError: for everybody who does not play there.
        StateError: when the head judge has decided, or the event is over.
        TooOftenError: for a stream of them.
        UserError: for too long a reason.
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
        _apply_step(case, states.APPEAL)
        new_appeal = Appeal.objects.create(case=case, registration=seat.registration, reason=reason, by=actor)
        _log(actor, "appeal.made", case, reason=reason, appeal=new_appeal)
        _notify(case, "appealed")
    return new_appeal


def withdraw_appeal(actor: User, appeal: Appeal) -> Appeal:
    """Take an appeal back, as the player who made it; twice changes nothing.

    Raises:
        NotAllowedError: for everybody else.
        StateError: when the head judge has decided.
    """
    with transaction.atomic():
        case = _lock_and_reload(appeal.case)
        appeal = Appeal.objects.select_related("registration__player").get(pk=appeal.pk)
        if appeal.registration is None or appeal.registration.player.user_id != actor.pk:
            raise NotAllowedError(_("Only the player who appealed can withdraw the appeal."))
        if appeal.status == Appeal.Status.WITHDRAWN:
            return appeal
        _apply_step(case, states.WITHDRAW)
        _close_appeal(appeal, Appeal.Status.WITHDRAWN)
        _log(actor, "appeal.withdrawn", case, appeal=appeal)
        _notify(case, "withdrawn")
    return appeal


def decide_appeal(
    actor: User, appeal: Appeal, content: DecisionContent, *, upheld: bool, new_penalty: NewPenalty | None = None
) -> Decision:
    """Decide on an appeal, as head judge: with an own decision, which is final.

    Args:
        actor: the head judge.
        found: the appeal.
        content: the head judge's decision.
        upheld: whether the judge's decision stands.
        new_penalty: a penalty that is given with it.

    Raises:
        NotAllowedError: for everybody but head judges.
        StateError: when it is decided or withdrawn.
        UserError: for a content that cannot be kept.
    """
    with transaction.atomic():
        case = _lock_and_reload(appeal.case)
        event = _require_event(case)
        require_permission(actor, event, Permission.DECIDE_APPEALS)
        appeal = Appeal.objects.get(pk=appeal.pk)
        if appeal.status != Appeal.Status.OPEN:
            raise StateError(_("This appeal is closed: %(status)s.") % {"status": appeal.get_status_display()})
        _apply_step(case, states.UPHOLD if upheld else states.CHANGE)
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
    """Give the penalty that goes with a decision.

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
    """Give the table the minutes of a decision; StateError where the match is over and no time can be given."""
    if minutes and case.match is not None:
        extend_time(case.match, minutes, _("Judge's decision"), actor)


def _require_reason(reason: str) -> str:
    """Return why something changes.

    Raises:
        UserError: nothing is said.
    """
    reason = reason.strip()
    if not reason:
        message = _("Enter a reason for the change.")
        raise UserError(message, fields={"reason": message})
    return reason


def _lock_and_reload(case: Case) -> Case:
    """Return a case as it is stored now, locked with its event."""
    if case.event is not None:
        lock_event(case.event)
    stored = Case.objects.select_for_update(of=("self",)).get(pk=case.pk)
    return Case.objects.select_related("event", "match").get(pk=stored.pk)


def _require_event(case: Case) -> Event:
    """Return the event whose judges decide.

    Raises:
        StateError: it belongs to none: there is no head judge.
    """
    if case.event is None:
        raise StateError(_("This decision belongs to no event: penalties and appeals are not available."))
    return case.event


def _next_status(case: Case, step: str) -> str:
    """Return the state a step leads to.

    Raises:
        StateError: it cannot be done now; says how the case stands.
    """
    status = states.next_state(case.status, step)
    if status is None:
        raise StateError(
            _("This is not possible: the status of the decision is “%(status)s”.")
            % {"status": case.get_status_display()}
        )
    return status


def _apply_step(case: Case, step: str) -> None:
    """Do a step; StateError where it cannot be done."""
    case.status = Case.Status(_next_status(case, step))
    case.save(update_fields=["status", "frozen"])


def _close_appeal(appeal: Appeal, status: Appeal.Status) -> None:
    appeal.status, appeal.ended_at = status, timezone.now()
    appeal.save(update_fields=["status", "ended_at"])


def can_appeal(user: object, case: Case) -> bool:
    """Whether this visitor can appeal now: a player of the match, while the decision is not the head judge's."""
    open_ = states.next_state(case.status, states.APPEAL) is not None
    if not open_ or case.match is None or case.event is None or case.event.is_over:
        return False
    return own_seat(user, case.match) is not None


def can_correct(user: User, case: Case, last: Decision) -> bool:
    """Whether this person can correct the last decision on a case now."""
    if case.event is None or case.frozen or states.next_state(case.status, states.CORRECT) is None:
        return False
    own = last.by_id == user.pk and case.status != Case.Status.FINAL
    return has_permission(user, case.event, Permission.DECIDE if own else Permission.DECIDE_APPEALS)


def _log(actor: User | None, verb: str, case: Case, *, reason: str = "", **data: object) -> None:
    audit_log.record(actor, verb, event=case.event, subject=case, reason=reason, table=case.table, **data)


def _notify(case: Case, step: str) -> None:
    signals.send_on_commit(
        signals.decision_changed, Case, case=case.pk, event=case.event_id, table=case.table, step=step
    )
