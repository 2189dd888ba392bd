"""Where Celery enters: each task loads by id and calls a service."""

from celery import shared_task

from epic_events.disputes.replays import worker
from epic_events.running import database


@shared_task(name="epic_events.disputes.tasks.replay")
def replay(dispute_id: int) -> None:
    """Replay one dispute; doing it twice does no harm."""
    database.or_later(f"the replay of dispute {dispute_id}", lambda: worker.run(dispute_id))


@shared_task(name="epic_events.disputes.tasks.sweep_lost_replays")
def sweep_lost_replays() -> int:
    """Queue again what a lost worker or a silent queue left behind; return how many."""
    return database.or_later("the sweep", worker.sweep) or 0
