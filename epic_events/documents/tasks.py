"""Celery tasks of the documents app."""

from typing import Any

from celery import shared_task

from epic_events.documents import services
from epic_events.documents.models import Print
from epic_events.infra import database
from epic_events.jobs import leased, queue


@shared_task(bind=True, name=Print.TASK, max_retries=queue.MAX_RETRIES)
def make(self: Any, print_id: int) -> None:
    """Typeset one document; idempotent."""
    queue.run_with_retries(self, f"print {print_id}", lambda: services.run(print_id, **queue.claim_arguments(self)))


@shared_task(name="epic_events.documents.tasks.sweep_lost")
def sweep_lost() -> int:
    """Recover documents of lost workers or an unavailable queue; return their number."""
    return database.run_if_available("the sweep", lambda: leased.recover(Print.objects.all())) or 0


@shared_task(name="epic_events.documents.tasks.forget_old")
def forget_old() -> int:
    """Delete expired documents; return their number."""
    return database.run_if_available("forgetting old prints", services.delete_expired) or 0
