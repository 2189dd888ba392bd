"""Every write about decisions and appeals: deciding, correcting, appealing, and the head judge's own decision."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import throttle
from epic_events.audit_log import services as journal
from epic_events.events.changed_rules import altered_at
from epic_events.events.locking import locked
from epic_events.events.models import Event
from epic_events.events.permissions import rights
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging import signals
from epic_events.judging.calls.services import close_decided
from epic_events.judging.clock.services import extend
from epic_events.judging.decisions import states
from epic_events.judging.decisions.validation import Ruling, Sanction, checked
from epic_events.judging.models import Appeal, Call, Decision, Case, Penalty
from epic_events.judging.models.decision import LONGEST_PLEA
from epic_events.judging.penalties.selectors import usual_level
from epic_events.judging.penalties.services import give_penalty
from epic_events.judging.permissions import May, can, require
from epic_events.pairings.models import Match
from epic_events.pairings.permissions import own_seat
from epic_events.reference.rules.texts import text_hashes

APPEALS_AN_HOUR = 10


def open_case(event: Event | None, match: Match | None, call: Call | None = None) -> Case:
    """Store a case on which nothing is decided yet; who may is for the caller to check."""
    return Case.objects.create(event=event, match=match, table=match.table if match else None, call=call)


def write(actor: User | None, case: Case, ruling: Ruling, *, game: str) -> Decision:
    """Add a decision to a case that is being written; nobody is told of it. Who may is for the caller to check.

    Args:
        actor: who writes it.
        case: nothing on it has been told.
        ruling: the words; nothing of it is done yet.
        game: slug of the game whose rules it cites.

    Raises:
        StateError: it has been told: it can only be corrected.
        UserError: for a ruling that cannot be kept.
    """
    with transaction.atomic():
        case = _locked(case)
        _after(case, states.WRITE)
        return _add(actor, case, checked(ruling, game), None, game=game)


def tell(
    actor: User | None,
    case: Case,
    ruling: Ruling,
    *,
    game: str,
    penalty: Penalty | None = None,
    sanction: Sanction | None = None,
) -> Decision:
    """Decide a case and tell its players; penalty and extension are given with it, all or nothing.

    The call that waits at its table is finished with it.

    Who may is for the caller to check. A head judge's decision is final.

    Args:
        actor: who decides; None for the site's own command line.
        case: nothing on it has been told.
        ruling: the decision in words, and how much longer its table plays.
        game: slug of the game whose rules it cites.
        penalty: one that was given already and belongs to it.
        sanction: one that is given with it.

    Raises:
        NotAllowedError: for a penalty that is not this judge's to give.
        StateError: it has been told, or the match is over and cannot play longer.
        UserError: for a ruling or penalty that cannot be kept.
    """
    with transaction.atomic():
        case = _locked(case)
        _after(case, states.TELL)
        ruling = checked(ruling, game)
        made = _add(actor, case, ruling, _given(actor, case, sanction) or penalty, game=game)
        _send(actor, case, made)
    return made


def tell_written(actor: User | None, case: Case) -> Decision:
    """Tell a case as it was written last, with its extension. Who may is for the caller to check.

    Raises:
        StateError: nothing is written, it has been told, or the match is over and cannot play longer.
    """
    with transaction.atomic():
        case = _locked(case)
        written = case.decisions.order_by("-number").first()
        if written is None:
            raise StateError(_("Write the decision first."))
        _send(actor, case, written)
    return written


def _send(actor: User | None, case: Case, made: Decision) -> None:
    last_word = actor is not None and case.event is not None and rights(actor, case.event).head_judge
    _go(case, states.TELL_FINAL if last_word else states.TELL)
    if case.event is not None:  # at no event nobody is told
        _log(actor, "decision.given", case, decision=made)
    _more_time(actor, case, made.minutes)
    if case.match is not None:
        close_decided(actor, case.match, made.text)
    _told(case, "given")


def fix(case: Case) -> Case:
    """Keep a case from being corrected, as it is published; appeals go on. Who may is for the caller to check.

    Raises:
        StateError: nothing has been told, or an appeal waits.
    """
    with transaction.atomic():
        case = _locked(case)
        if case.status == Case.Status.DRAFT:
            raise StateError(_("Write the decision first; then it can be published."))
        if case.status == Case.Status.APPEALED:
            raise StateError(_("The head judge has an appeal against this decision to decide first."))
        case.fixed = True
        case.save(update_fields=["fixed"])
    return case


def decide(
    actor: User,
    match: Match,
    ruling: Ruling,
    *,
    call: Call | None = None,
    penalty: Penalty | None = None,
    sanction: Sanction | None = None,
) -> Decision:
    """Decide at a table, and tell its players. A head judge's decision is final.

    Raises:
        NotAllowedError: for everybody but judges.
        StateError: when the match is gone.
        UserError: for a ruling or penalty that cannot be kept, or a penalty of another match.
    """
    with transaction.atomic():
        event = locked(Event.objects.get(stages__round_set=match.round_id))
        require(actor, event, May.DECIDE)
        stored = Match.objects.filter(pk=match.pk).first()
        if stored is None:
            raise StateError(_("This table is gone: the round has been paired again."))
        if penalty is not None and penalty.match_id != stored.pk:
            message = _("This penalty was given for something else.")
            raise UserError(message, fields={"penalty": message})
        case = open_case(event, stored, call)
        return tell(actor, case, ruling, game=event.game, penalty=penalty, sanction=sanction)


def correct(actor: User, case: Case, ruling: Ruling, *, reason: str) -> Decision:
    """Correct a decision that was told: the one before stays readable, and the players are told the new one.

    Raises:
        NotAllowedError: for everybody but the judge who gave it and head judges; of a final one, for all but those.
        StateError: while an appeal waits, and for what is published.
        UserError: without a reason, or for a ruling that cannot be kept.
    """
    reason = _reason(reason)
    with transaction.atomic():
        case = _locked(case)
        event = _event_of(case)
        last = case.decisions.order_by("-number").first()
        own = last is not None and last.by_id == actor.pk and case.status != Case.Status.FINAL
        require(actor, event, May.DECIDE if own else May.DECIDE_APPEALS)
        if case.fixed:
            raise StateError(_("The decision is published and stays as it is."))
        _after(case, states.CORRECT)
        made = _add(actor, case, checked(ruling, event.game), last.penalty if last else None, game=event.game)
        _log(actor, "decision.corrected", case, reason=reason, decision=made)
        _told(case, "corrected")
    return made


def appeal(actor: User, case: Case, *, reason: str = "") -> Appeal:
    """Take a decision to the head judge, as a player of the match; while an appeal waits, that one stands.

    Raises:
        NotAllowedError: for everybody who does not play there.
        StateError: when the head judge has decided, or the event is over.
        TooOftenError: for a stream of them.
        UserError: for too long a reason.
    """
    reason = reason.strip()
    if len(reason) > LONGEST_PLEA:
        message = _("At most %(most)d characters fit here; these are %(length)d.")
        message %= {"most": LONGEST_PLEA, "length": len(reason)}
        raise UserError(message, fields={"reason": message})
    with transaction.atomic():
        case = _locked(case)
        event = _event_of(case)
        seat = own_seat(actor, case.match) if case.match else None
        if seat is None:
            raise NotAllowedError(_("Only a player of the match appeals to the head judge."))
        waiting = case.appeals.filter(status=Appeal.Status.OPEN).first()
        if waiting is not None:
            return waiting
        if event.is_over:
            raise StateError(_("This event is over: its decisions are final."))
        throttle("judging.appeal", actor.pk, limit=APPEALS_AN_HOUR, seconds=3600)
        _go(case, states.APPEAL)
        made = Appeal.objects.create(case=case, registration=seat.registration, reason=reason, by=actor)
        _log(actor, "appeal.made", case, reason=reason, appeal=made)
        _told(case, "appealed")
    return made


def withdraw_appeal(actor: User, found: Appeal) -> Appeal:
    """Take an appeal back, as the player who made it; twice changes nothing.

    Raises:
        NotAllowedError: for everybody else.
        StateError: when the head judge has decided.
    """
    with transaction.atomic():
        case = _locked(found.case)
        found = Appeal.objects.select_related("registration__player").get(pk=found.pk)
        if found.registration is None or found.registration.player.user_id != actor.pk:
            raise NotAllowedError(_("Only the player who appealed takes the appeal back."))
        if found.status == Appeal.Status.WITHDRAWN:
            return found
        _go(case, states.WITHDRAW)
        _end(found, Appeal.Status.WITHDRAWN)
        _log(actor, "appeal.withdrawn", case, appeal=found)
        _told(case, "withdrawn")
    return found


def decide_appeal(
    actor: User, found: Appeal, ruling: Ruling, *, upheld: bool, sanction: Sanction | None = None
) -> Decision:
    """Decide on an appeal, as head judge: with an own decision, which is final.

    Args:
        actor: the head judge.
        found: the appeal.
        ruling: the head judge's decision.
        upheld: whether the judge's decision stands.
        sanction: a penalty that is given with it.

    Raises:
        NotAllowedError: for everybody but head judges.
        StateError: when it is decided or withdrawn.
        UserError: for a ruling that cannot be kept.
    """
    with transaction.atomic():
        case = _locked(found.case)
        event = _event_of(case)
        require(actor, event, May.DECIDE_APPEALS)
        found = Appeal.objects.get(pk=found.pk)
        if found.status != Appeal.Status.OPEN:
            raise StateError(_("This appeal is over: %(status)s.") % {"status": found.get_status_display()})
        _go(case, states.UPHOLD if upheld else states.CHANGE)
        ruling = checked(ruling, event.game)
        made = _add(actor, case, ruling, _given(actor, case, sanction), game=event.game, appeal=found)
        _more_time(actor, case, ruling.minutes)
        _end(found, Appeal.Status.UPHELD if upheld else Appeal.Status.CHANGED)
        _log(actor, "appeal.decided", case, appeal=found, decision=made, upheld=upheld)
        _told(case, "appeal_decided")
    return made


def _add(
    actor: User | None,
    case: Case,
    ruling: Ruling,
    penalty: Penalty | None,
    *,
    game: str,
    appeal: Appeal | None = None,
) -> Decision:
    last: int | None = case.decisions.aggregate(last=Max("number"))["last"]
    cited = ruling.citations
    hashes = text_hashes(game, cited, altered_at(case.event, game)) if cited else {}
    return Decision.objects.create(
        case=case,
        number=(last or 0) + 1,
        text=ruling.text,
        remedy=ruling.remedy,
        citations=list(ruling.citations),
        text_hashes=hashes,
        minutes=ruling.minutes,
        penalty=penalty,
        appeal=appeal,
        by=actor,
    )


def _given(actor: User | None, case: Case, sanction: Sanction | None) -> Penalty | None:
    """Give the penalty that goes with a decision.

    Raises:
        StateError: the case belongs to no event.
    """
    if sanction is None:
        return None
    event = _event_of(case)
    level = sanction.level or usual_level(event, sanction.entry, sanction.infraction)
    entry, match = sanction.entry, case.match
    entry.event = event
    return give_penalty(actor, entry, infraction=sanction.infraction, level=level, match=match)


def _more_time(actor: User | None, case: Case, minutes: int) -> None:
    """Give the table the minutes of a decision; StateError where the match is over and no time can be given."""
    if minutes and case.match is not None:
        extend(case.match, minutes, _("Judge's decision"), actor)


def _reason(reason: str) -> str:
    """Return why something changes.

    Raises:
        UserError: nothing is said.
    """
    reason = reason.strip()
    if not reason:
        message = _("Say why the decision changes.")
        raise UserError(message, fields={"reason": message})
    return reason


def _locked(case: Case) -> Case:
    """Return a case as it is stored now, locked with its event."""
    if case.event is not None:
        locked(case.event)
    stored = Case.objects.select_for_update(of=("self",)).get(pk=case.pk)
    return Case.objects.select_related("event", "match").get(pk=stored.pk)


def _event_of(case: Case) -> Event:
    """Return the event whose judges decide.

    Raises:
        StateError: it belongs to none: there is no head judge.
    """
    if case.event is None:
        raise StateError(_("This belongs to no event: it has no penalties, and nobody to appeal to."))
    return case.event


def _after(case: Case, step: str) -> str:
    """Return the state a step leads to.

    Raises:
        StateError: it cannot be done now; says how the case stands.
    """
    status = states.after(case.status, step)
    if status is None:
        raise StateError(_("That cannot be done: it stands so: %(status)s.") % {"status": case.get_status_display()})
    return status


def _go(case: Case, step: str) -> None:
    """Do a step; StateError where it cannot be done."""
    case.status = Case.Status(_after(case, step))
    case.save(update_fields=["status", "fixed"])


def _end(found: Appeal, status: Appeal.Status) -> None:
    found.status, found.ended_at = status, timezone.now()
    found.save(update_fields=["status", "ended_at"])


def may_appeal(user: object, case: Case) -> bool:
    """Whether this visitor can appeal now: a player of the match, while the decision is not the head judge's."""
    open_ = states.after(case.status, states.APPEAL) is not None
    if not open_ or case.match is None or case.event is None or case.event.is_over:
        return False
    return own_seat(user, case.match) is not None


def may_correct(user: User, case: Case, last: Decision) -> bool:
    """Whether this person can correct the last decision on a case now."""
    if case.event is None or case.fixed or states.after(case.status, states.CORRECT) is None:
        return False
    own = last.by_id == user.pk and case.status != Case.Status.FINAL
    return can(user, case.event, May.DECIDE if own else May.DECIDE_APPEALS)


def _log(actor: User | None, verb: str, case: Case, *, reason: str = "", **data: object) -> None:
    journal.record(actor, verb, event=case.event, subject=case, reason=reason, table=case.table, **data)


def _told(case: Case, step: str) -> None:
    signals.tell(
        signals.decision_changed, Case, case=case.pk, event=case.event_id, table=case.table, step=step
    )
