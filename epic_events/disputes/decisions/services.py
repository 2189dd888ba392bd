"""Services for decisions: save, announce, publish, release the full record.

A dispute is a case of judging, which owns texts, penalties, time extensions and appeals.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.initial_state import has_secret_decklist
from epic_events.disputes.models import Dispute
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent, NewPenalty
from epic_events.judging.models import Decision


def decision_version_token(dispute: Dispute) -> str:
    """Return the version token of the decision."""
    return version_token(dispute.decision.text if dispute.decision else "")


def _lock_dispute(dispute: Dispute) -> Dispute:
    """Lock the event, then the dispute, and return it.

    All decisions lock in this order.
    """
    if dispute.event is not None:
        lock_event(dispute.event)
    return Dispute.objects.select_for_update().get(pk=dispute.pk)


@transaction.atomic
def decide(actor: User, dispute: Dispute, ruling: DecisionContent, *, expected_version: str | None = None) -> Decision:
    """Save the judge's decision without notifying the players.

    It can still be changed.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: the players were already notified.
        UserError: the ruling is invalid. ChangedMeanwhileError: the decision has changed since ``expected_version``.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = _lock_dispute(dispute)
    _require_no_conflict(dispute, ruling, expected_version)
    draft = decisions.write_draft(actor, dispute.case, ruling, game=dispute.game)
    log(actor, "dispute.decided", event=dispute.event, subject=dispute, decision=draft)
    return draft


@transaction.atomic
def announce(
    actor: User,
    dispute: Dispute,
    ruling: DecisionContent,
    *,
    new_penalty: NewPenalty | None = None,
    expected_version: str | None = None,
) -> Decision:
    """Save the decision and notify the players, with its penalty and time extension.

    Raises:
        NotAllowedError: ``actor`` does not judge it or may not give the penalty.
        StateError: the players were already notified, or the dispute has no event.
        UserError: the ruling or penalty is invalid.
        ChangedMeanwhileError: the decision has changed since ``expected_version``.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = _lock_dispute(dispute)
    if dispute.event is None:
        raise StateError(
            _("This dispute belongs to no event, so no players can be notified. Publish the decision instead.")
        )
    _require_no_conflict(dispute, ruling, expected_version)
    return decisions.announce(actor, dispute.case, ruling, game=dispute.game, new_penalty=new_penalty)


def _require_no_conflict(dispute: Dispute, ruling: DecisionContent, expected_version: str | None) -> None:
    """Raise an edit conflict if the decision has changed since ``expected_version``.

    Raises:
        ChangedMeanwhileError: another judge has saved another decision.
    """
    last = dispute.decision
    if last is not None and last.text != ruling.text.strip():
        require_unchanged(expected_version, decision_version_token(dispute), [(_("Ruling"), last.text)])


@transaction.atomic
def publish(actor: User, dispute: Dispute) -> Dispute:
    """Publish the decision, the verdict and the public boards.

    Notify the players if that was not done before.

    Raises:
        NotAllowedError: ``actor`` does not judge it, or is not a site judge if it has no event.
        StateError: no decision or no verdict yet, an open appeal, or already published.
    """
    permissions.require_publish(actor, dispute)
    dispute = _lock_dispute(dispute)
    if dispute.published_at:
        raise StateError(_("The decision is already published."))
    if dispute.decision is None:
        raise StateError(_("Write the decision before you publish it."))
    if dispute.status != Dispute.Status.DONE:
        raise StateError(_("There is no verdict yet. Wait for the replay to finish, or start it again."))
    if not dispute.is_announced:
        decisions.announce_draft(actor, dispute.case)
    dispute.case = decisions.freeze(dispute.case)
    dispute.published_at = timezone.now()
    dispute.save()
    log(actor, "dispute.published", event=dispute.event, subject=dispute, verdict=dispute.verdict)
    return dispute


@transaction.atomic
def release_record(actor: User, dispute: Dispute) -> Dispute:
    """Make the full record of a published dispute public, with hands and draws.

    Raises:
        NotAllowedError: ``actor`` is not the head judge.
        StateError: not published, already released, or it contains decklists that are not public yet.
    """
    if not permissions.can_release(actor, dispute):
        raise NotAllowedError(_("Only the head judge may release the full record."))
    dispute = _lock_dispute(dispute)
    if not dispute.published_at:
        raise StateError(_("Publish the decision before you release the record."))
    if dispute.record_released:
        raise StateError(_("The full record is already released."))
    if has_secret_decklist(dispute):
        raise StateError(_("The record contains decklists that are not public yet. Release it once they are public."))
    dispute.record_released = True
    dispute.save()
    log(actor, "dispute.record_released", event=dispute.event, subject=dispute)
    return dispute
