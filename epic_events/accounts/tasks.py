"""Where Celery enters: each task calls a service."""

from celery import shared_task

from epic_events.accounts.access import sessions
from epic_events.infra import database


@shared_task(name="epic_events.accounts.tasks.forget_addresses")
def forget_addresses() -> int:
    """Forget network addresses of devices that were not seen for long; return how many."""
    return database.run_if_available("forgetting network addresses", sessions.forget_addresses) or 0
