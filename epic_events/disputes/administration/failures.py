"""Restart of all failed replays, for example after an engine error is fixed."""

from django.db import transaction

from epic_events.accounts.models import User
from epic_events.accounts.permissions import require_site_judge
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute
from epic_events.disputes.queue import Urgency
from epic_events.disputes.services import queue_replay

AT_ONCE = 100


def replay_failed_again(actor: User | None) -> int:
    """Queue the failed replays that a user may judge, with the lowest priority; return their number.

    Args:
        actor: a site judge; ``None`` for the command line, which restarts all of them.

    Raises:
        NotAllowedError: ``actor`` is not a site judge.
    """
    require_site_judge(actor)
    known = Dispute.objects.all() if actor is None else Dispute.objects.visible_to(actor)
    failed = known.filter(status=Dispute.Status.FAILED, published_at=None).select_related("event")
    mine = [each.pk for each in failed if actor is None or permissions.can_judge_dispute(actor, each)][:AT_ONCE]
    return sum(_again(actor, pk) for pk in mine)


@transaction.atomic
def _again(actor: User | None, pk: int) -> bool:
    dispute = Dispute.objects.select_for_update().get(pk=pk)
    if dispute.status != Dispute.Status.FAILED:
        return False  # Another process has already queued it.
    queue_replay(dispute, Urgency.BACKGROUND)
    log(actor, "dispute.replay_asked", event=dispute.event, subject=dispute)
    return True
