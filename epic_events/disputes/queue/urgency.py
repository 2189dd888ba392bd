"""Which replay is served first: players who sit at a table wait for no judge who prepares a lecture."""

from enum import IntEnum

from django.db.models import Q

from epic_events.disputes.models import Dispute
from epic_events.pairings.models import Round


class Urgency(IntEnum):
    """A priority as the queue takes it: smaller numbers are served first."""

    ROUND = 0
    """A round is being played in which it happened."""
    EVENT = 3
    NO_EVENT = 6
    BACKGROUND = 9
    """Nobody waits for it."""


def urgency_of(dispute: Dispute) -> Urgency:
    """Return how much a dispute hurries, as the rounds stand now; one query at most."""
    if dispute.match is not None:
        playing = dispute.match.round.status == Round.Status.PUBLISHED
    elif dispute.event_id is not None:
        playing = Round.objects.filter(stage__event=dispute.event_id, status=Round.Status.PUBLISHED).exists()
    else:
        return Urgency.NO_EVENT
    return Urgency.ROUND if playing else Urgency.EVENT


def ahead_of(dispute: Dispute) -> int | None:
    """Return how many replays are served before a dispute that waits; None for one that does not wait."""
    if dispute.status != Dispute.Status.QUEUED or dispute.enqueued_at is None:
        return None
    sooner = Q(priority__lt=dispute.priority)
    earlier = Q(priority=dispute.priority, enqueued_at__lt=dispute.enqueued_at)
    waiting = Dispute.objects.filter(sooner | earlier, status=Dispute.Status.QUEUED)
    return waiting.count() + Dispute.objects.filter(status=Dispute.Status.RUNNING).count()
