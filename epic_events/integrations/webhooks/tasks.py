"""Where Celery enters: each task calls services."""

from celery import shared_task

from epic_events.infra import database
from epic_events.integrations.webhooks import collecting, sending


@shared_task(name="epic_events.integrations.webhooks.tasks.tell")
def tell() -> int:
    """Note what happened since the last time, and send what is due; return how many tries there were."""
    database.run_if_available("noting changes for webhooks", collecting.gather)
    return database.run_if_available("sending to webhooks", sending.send_due) or 0


@shared_task(name="epic_events.integrations.webhooks.tasks.forget_old")
def forget_old() -> int:
    """Forget what was sent long ago; return how much."""
    return sending.forget_old()
