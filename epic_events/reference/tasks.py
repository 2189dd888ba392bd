"""Where Celery enters: each task loads by id and calls a service."""

from celery import shared_task

from epic_events.infra import database
from epic_events.reference.documents import uploads
from epic_events.reference.search import unanswered


@shared_task(name="epic_events.reference.tasks.read_document")
def read_document(reading_id: int) -> None:
    """Read one uploaded file; doing it twice does no harm."""
    database.run_if_available(f"the reading of upload {reading_id}", lambda: uploads.run(reading_id))


@shared_task(name="epic_events.reference.tasks.sweep_lost_readings")
def sweep_lost_readings() -> int:
    """Queue again what a lost worker or a silent queue left behind; return how many."""
    return database.run_if_available("the sweep", uploads.sweep) or 0


@shared_task(name="epic_events.reference.tasks.forget_unanswered")
def forget_unanswered() -> int:
    """Delete the questions without an answer that are older than the days they are kept; return how many."""
    return database.run_if_available("forgetting old questions", unanswered.forget) or 0
