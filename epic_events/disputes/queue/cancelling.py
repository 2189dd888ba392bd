"""Cancelling a replay that waits or runs."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute
from epic_events.disputes.queue.sending import UNDER_WAY, stop
from epic_events.infra.errors import StateError


@transaction.atomic
def cancel(actor: User | None, dispute: Dispute) -> Dispute:
    """Take a replay out of the queue, or interrupt it; the record stays and can be replayed again.

    Args:
        actor: a judge of it; None for the site's own command line.
        dispute: whose replay waits or runs.

    Raises:
        NotAllowedError: not a judge of it.
        StateError: nothing of it waits or runs.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    if dispute.status not in UNDER_WAY:
        raise StateError(_("Nothing is left to cancel: the replay neither waits nor runs."))
    was, task = dispute.status, dispute.task
    dispute.status = Dispute.Status.CANCELLED
    dispute.lease = None
    dispute.task = ""
    dispute.finished_at = timezone.now()
    dispute.save()
    log(actor, "dispute.replay_cancelled", event=dispute.event, subject=dispute, was=was)
    if task:
        transaction.on_commit(lambda: stop(task))
    return dispute
