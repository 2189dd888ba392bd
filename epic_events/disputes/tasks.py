"""Where Celery enters: each task loads by id and calls a service."""

from typing import Any, Final

from celery import shared_task
from django.db.utils import DatabaseError, InterfaceError
from kombu.exceptions import OperationalError

from epic_events.disputes.administration import rejudging
from epic_events.disputes.replays import worker
from epic_events.infra import database

MOST_RETRIES: Final = 8
FIRST_PAUSE: Final = 1
"""Seconds before the first retry; each further pause is twice as long, the last two minutes."""


@shared_task(bind=True, name="epic_events.disputes.tasks.replay", max_retries=MOST_RETRIES)
def replay(self: Any, dispute_id: int) -> None:
    """Replay one dispute; doing it twice does no harm. While the database is away it comes back later and later."""
    tried: int = self.request.retries
    try:
        worker.run(dispute_id, self.request.id or "", again=tried > 0)
    except (DatabaseError, InterfaceError) as error:
        if not database.is_unavailable(error):
            raise
        database.unavailable_error(error, f"the replay of dispute {dispute_id}")
        come_back(self, tried)


def come_back(task: Any, tried: int) -> None:
    """Have a task done once more after a pause; after the last one, or without a queue, it is left to the sweep.

    Raises:
        Retry: tells Celery that it comes back.
    """
    if task.request.called_directly or tried >= MOST_RETRIES:
        return
    try:
        again = task.retry(countdown=FIRST_PAUSE * 2**tried, throw=False)
    except OperationalError:  # the queue is away as well
        return
    raise again


@shared_task(name="epic_events.disputes.tasks.judge_one_anew")
def judge_one_anew(dispute_id: int) -> None:
    """Judge the record of a dispute by the engine as it is now, beside its verdict."""
    database.run_if_available(f"the new verdict on dispute {dispute_id}", lambda: rejudging.judge_one(dispute_id))


@shared_task(name="epic_events.disputes.tasks.sweep_lost_replays")
def sweep_lost_replays() -> int:
    """Queue again what a lost worker or a silent queue left behind; return how many."""
    return database.run_if_available("the sweep", worker.sweep) or 0
