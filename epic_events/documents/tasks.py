"""Celery tasks of the documents app."""

from celery import shared_task

from epic_events.documents import services
from epic_events.infra import database


@shared_task(name="epic_events.documents.tasks.make")
def make(print_id: int) -> None:
    """Typeset one document; idempotent."""
    database.run_if_available(f"print {print_id}", lambda: services.run(print_id))


@shared_task(name="epic_events.documents.tasks.sweep_lost")
def sweep_lost() -> int:
    """Recover documents of lost workers or an unavailable queue; return their number."""
    return database.run_if_available("the sweep", services.recover_lost) or 0


@shared_task(name="epic_events.documents.tasks.forget_old")
def forget_old() -> int:
    """Delete expired documents; return their number."""
    return database.run_if_available("forgetting old prints", services.delete_expired) or 0
