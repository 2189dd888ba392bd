"""Where Celery enters: each task calls services."""

from celery import shared_task

from epic_events.infra import database
from epic_events.integrations.notices import collecting, reminders, sending


@shared_task(name="epic_events.integrations.notices.tasks.tell")
def tell() -> int:
    """Read what happened since the last time, and send what is due; return how many notices were dealt with."""
    database.run_if_available("gathering notices", collecting.gather)
    return database.run_if_available("sending notices", sending.send_due) or 0


@shared_task(name="epic_events.integrations.notices.tasks.remind")
def remind() -> int:
    """Remind of lists that are missing, and forget what was dealt with long ago."""
    sending.forget_old()
    return reminders.remind()
