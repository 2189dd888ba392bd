"""Every write about the decision on a dispute: writing, telling, publishing it, releasing the full record.

Words, penalty, extension and appeals are those of the floor: a dispute is a case like any other.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute
from epic_events.disputes.records.decklists import tells_a_secret_list
from epic_events.events.locking import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent, NewPenalty
from epic_events.judging.models import Decision


def decision_stamp(dispute: Dispute) -> str:
    """Return what is another word as soon as somebody writes another decision."""
    return version_token(dispute.decision.text if dispute.decision else "")


def _locked(dispute: Dispute) -> Dispute:
    """Return a dispute as it is stored now, locked after its event: in the order of every decision on the floor."""
    if dispute.event is not None:
        lock_event(dispute.event)
    return Dispute.objects.select_for_update().get(pk=dispute.pk)


@transaction.atomic
def decide(actor: User, dispute: Dispute, ruling: DecisionContent, *, seen: str | None = None) -> Decision:
    """Write the judge's decision; nobody is told of it, and it can be rewritten until somebody is.

    Raises:
        NotAllowedError: not a judge of it. StateError: already told. UserError: a ruling that cannot be kept.
        ChangedMeanwhileError: it is not the decision that was ``seen`` any more.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = _locked(dispute)
    _require_seen(dispute, ruling, seen)
    made = decisions.write_draft(actor, dispute.case, ruling, game=dispute.game)
    log(actor, "dispute.decided", event=dispute.event, subject=dispute, decision=made)
    return made


@transaction.atomic
def tell(
    actor: User,
    dispute: Dispute,
    ruling: DecisionContent,
    *,
    new_penalty: NewPenalty | None = None,
    seen: str | None = None,
) -> Decision:
    """Decide, and tell the players of the match, who may appeal; penalty and extension are given with it.

    Raises:
        NotAllowedError: not a judge of it, or no judge who may give that penalty.
        StateError: already told, or it belongs to no event: there is nobody to tell.
        UserError: a ruling or penalty that cannot be kept.
        ChangedMeanwhileError: it is not the decision that was ``seen`` any more.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = _locked(dispute)
    if dispute.event is None:
        raise StateError(
            _("This dispute belongs to no event, so no players can be notified. Publish the decision instead.")
        )
    _require_seen(dispute, ruling, seen)
    return decisions.announce(actor, dispute.case, ruling, game=dispute.game, new_penalty=new_penalty)


def _require_seen(dispute: Dispute, ruling: DecisionContent, seen: str | None) -> None:
    """Stop whoever has not seen what is written by now.

    Raises:
        ChangedMeanwhileError: somebody else has written another decision.
    """
    last = dispute.decision
    if last is not None and last.text != ruling.text.strip():
        require_unchanged(seen, decision_stamp(dispute), [(_("Ruling"), last.text)])


@transaction.atomic
def publish(actor: User, dispute: Dispute) -> Dispute:
    """Show decision, verdict and the public view of the board to everybody; who was not told before is told now.

    Raises:
        NotAllowedError: not a judge of it, or no site judge where it belongs to no event.
        StateError: no decision yet, no verdict yet, an appeal waits, or already published.
    """
    permissions.require_publish(actor, dispute)
    dispute = _locked(dispute)
    if dispute.published_at:
        raise StateError(_("The decision is already published."))
    if dispute.decision is None:
        raise StateError(_("Write the decision before you publish it."))
    if dispute.status != Dispute.Status.DONE:
        raise StateError(_("There is no verdict yet. Wait for the replay to finish, or start it again."))
    if not dispute.is_told:
        decisions.announce_draft(actor, dispute.case)
    dispute.case = decisions.freeze(dispute.case)
    dispute.published_at = timezone.now()
    dispute.save()
    log(actor, "dispute.published", event=dispute.event, subject=dispute, verdict=dispute.verdict)
    return dispute


@transaction.atomic
def release_record(actor: User, dispute: Dispute) -> Dispute:
    """Open the full record, with hands and draws, to everybody who may read the decision.

    Raises:
        NotAllowedError: not the head judge. StateError: not published yet, already released, or it holds decklists that
            the event keeps secret.
    """
    if not permissions.can_release(actor, dispute):
        raise NotAllowedError(_("Only the head judge may release the full record."))
    dispute = _locked(dispute)
    if not dispute.published_at:
        raise StateError(_("Publish the decision before you release the record."))
    if dispute.record_released:
        raise StateError(_("The full record is already released."))
    if tells_a_secret_list(dispute):
        raise StateError(_("The record contains decklists that are not public yet. Release it once they are public."))
    dispute.record_released = True
    dispute.save()
    log(actor, "dispute.record_released", event=dispute.event, subject=dispute)
    return dispute
