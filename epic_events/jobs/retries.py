"""Retries of Celery tasks while the database is unavailable, with increasing pauses."""

from collections.abc import Callable
from typing import Any, Final

from django.db.utils import DatabaseError, InterfaceError
from kombu.exceptions import OperationalError

from epic_events.infra import database

MAX_RETRIES: Final = 8
FIRST_PAUSE: Final = 1
"""Seconds before the first retry; each further pause is twice as long, the last one about two minutes."""


def claim_arguments(task: Any) -> dict[str, Any]:
    """Return the keyword arguments that a bound task passes to the service that claims its job."""
    return {"task": task.request.id or "", "is_retry": task.request.retries > 0}


def run(task: Any, label: str, work: Callable[[], object]) -> None:
    """Run the work of a bound task; retry later while the database is unavailable.

    Args:
        task: the task.
        label: the work in the log.
        work: called once.

    Raises:
        Retry: tells Celery to run the task again.
    """
    try:
        work()
    except (DatabaseError, InterfaceError) as error:
        if not database.is_unavailable(error):
            raise
        database.unavailable_error(error, label)
        retry(task, task.request.retries)


def retry(task: Any, tried: int) -> None:
    """Retry a bound task after a pause; after the last retry, or without a queue, the recovery task takes over.

    Raises:
        Retry: tells Celery to run the task again.
    """
    if task.request.called_directly or tried >= MAX_RETRIES:
        return
    try:
        again = task.retry(countdown=FIRST_PAUSE * 2**tried, throw=False)
    except OperationalError:  # the queue is unavailable as well
        return
    raise again
