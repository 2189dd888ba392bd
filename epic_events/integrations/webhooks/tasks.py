"""Celery tasks of webhooks."""

from celery import shared_task

from epic_events.infra import database
from epic_events.integrations.webhooks import sending
from epic_events.integrations.webhooks.models import Delivery
from epic_events.jobs import outbox


@shared_task(name="epic_events.integrations.webhooks.tasks.tell")
def tell() -> int:
    """Create deliveries for changes and send due ones; return the number of attempts."""
    database.run_if_available("noting changes for webhooks", sending.gather)
    return database.run_if_available("sending to webhooks", sending.send_due) or 0


@shared_task(name="epic_events.integrations.webhooks.tasks.forget_old")
def forget_old() -> int:
    """Delete old deliveries; return their number."""
    return outbox.delete_ended(Delivery.objects.all())
