"""Celery tasks of disputes: each loads by primary key and calls a service."""

from typing import Any

from celery import shared_task

from epic_events.disputes import rejudging
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.infra import database
from epic_events.jobs import leased, queue


@shared_task(bind=True, name=Dispute.TASK, max_retries=queue.MAX_RETRIES)
def replay(self: Any, dispute_id: int) -> None:
    """Replay one dispute; idempotent."""
    claim = queue.claim_arguments(self)
    queue.run_with_retries(self, f"the replay of dispute {dispute_id}", lambda: worker.run(dispute_id, **claim))


@shared_task(name=rejudging.TASK)
def rejudge_one(dispute_id: int) -> None:
    """Judge the record of a dispute by the current engine, in addition to its verdict."""
    database.run_if_available(f"the new verdict on dispute {dispute_id}", lambda: rejudging.rejudge_dispute(dispute_id))


@shared_task(name="epic_events.disputes.tasks.sweep_lost_replays")
def sweep_lost_replays() -> int:
    """Queue replays that lost their worker or their message; return their number."""
    return database.run_if_available("the sweep", lambda: leased.recover(Dispute.objects.all())) or 0
