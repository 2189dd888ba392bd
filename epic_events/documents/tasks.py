"""Where Celery enters: each task loads by id and calls a service."""

from celery import shared_task

from epic_events.documents import services
from epic_events.infra import database


@shared_task(name="epic_events.documents.tasks.make")
def make(print_id: int) -> None:
    """Make one paper; doing it twice does no harm."""
    database.run_if_available(f"print {print_id}", lambda: services.run(print_id))


@shared_task(name="epic_events.documents.tasks.sweep_lost")
def sweep_lost() -> int:
    """Queue again what a lost worker or a silent queue left behind; return how many."""
    return database.run_if_available("the sweep", services.sweep) or 0


@shared_task(name="epic_events.documents.tasks.forget_old")
def forget_old() -> int:
    """Delete the papers that are older than they are kept; return how many."""
    return database.run_if_available("forgetting old prints", services.forget_old) or 0
