"""Celery tasks of accounts."""

from celery import shared_task

from epic_events.accounts.access import sessions
from epic_events.infra import database


@shared_task(name="epic_events.accounts.tasks.forget_addresses")
def forget_addresses() -> int:
    """Delete the IP addresses of devices not seen for long; return their number."""
    return database.run_if_available("forgetting network addresses", sessions.forget_addresses) or 0
