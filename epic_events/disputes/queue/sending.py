"""Giving a replay to the queue, and taking it back."""

import logging

from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from epic_events.disputes.models import Dispute

logger = logging.getLogger(__name__)

UNDER_WAY = (Dispute.Status.QUEUED, Dispute.Status.RUNNING)


def enqueue(dispute_id: int) -> bool:
    """Ask a worker to replay, unless that has happened meanwhile; return whether the queue took it.

    When the queue does not answer, nothing is lost: the sweep asks again within half a minute.
    """
    found = Dispute.objects.filter(pk=dispute_id, status__in=UNDER_WAY)
    priority = found.values_list("priority", flat=True).first()
    if priority is None:
        return False
    from epic_events.disputes.tasks import replay  # noqa: PLC0415 - the task module imports what stands above

    try:
        replay.apply_async(args=(dispute_id,), priority=priority, retry=False)
    except OperationalError:
        logger.warning("The queue does not answer; dispute %s waits for the sweep.", dispute_id)
        return False
    found.update(sent_at=timezone.now())
    return True


def stop(task: str) -> None:
    """Interrupt the worker that does a task, as its limit of time would; it goes on with the next one.

    A worker that does not hear it ends its replay for nothing: what it finds is not stored any more.
    """
    try:
        current_app.control.revoke(task, terminate=True, signal="SIGUSR1")
    except (OperationalError, RedisError, OSError):
        logger.warning("The queue does not answer; task %s is not interrupted, and its result dropped.", task)
