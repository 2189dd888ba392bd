"""Celery tasks of the reference; each loads its object by id and calls a service."""

from typing import Any

from celery import shared_task

from epic_events.infra import database
from epic_events.jobs import leased, queue
from epic_events.reference.documents import uploads
from epic_events.reference.models import DocumentReading
from epic_events.reference.search import unanswered


@shared_task(bind=True, name=DocumentReading.TASK, max_retries=queue.MAX_RETRIES)
def read_document(self: Any, reading_id: int) -> None:
    """Import one uploaded file; idempotent."""
    work = lambda: uploads.run(reading_id, **queue.claim_arguments(self))  # noqa: E731
    queue.run_with_retries(self, f"the import of upload {reading_id}", work)


@shared_task(name="epic_events.reference.tasks.sweep_lost_readings")
def sweep_lost_readings() -> int:
    """Queue abandoned imports again; return their number."""
    return database.run_if_available("the sweep", lambda: leased.recover(DocumentReading.objects.all())) or 0


@shared_task(name="epic_events.reference.tasks.forget_unanswered")
def forget_unanswered() -> int:
    """Delete searches without results after the retention period; return their number."""
    return database.run_if_available("forgetting old questions", unanswered.delete_old_questions) or 0
