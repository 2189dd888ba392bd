"""Celery tasks of notices."""

from celery import shared_task

from epic_events.infra import database
from epic_events.integrations.notices import availability, collecting, sending
from epic_events.integrations.notices.models import Notice
from epic_events.jobs import outbox


@shared_task(name="epic_events.integrations.notices.tasks.tell")
def tell() -> int:
    """Collect new notices and send the due ones; return the number processed."""
    availability.record_worker()
    database.run_if_available("gathering notices", collecting.gather)
    return database.run_if_available("sending notices", sending.send_due) or 0


@shared_task(name="epic_events.integrations.notices.tasks.remind")
def remind() -> int:
    """Add reminders about missing decklists, and delete old notices."""
    outbox.delete_ended(Notice.objects.all())
    return collecting.remind()
