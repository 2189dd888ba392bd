"""Sending Celery tasks by name, so that no module imports the tasks that call it.

Their retries.
"""

import logging
from collections.abc import Callable
from typing import Any, Final

from celery import current_app
from django.db.utils import DatabaseError, InterfaceError
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from epic_events.infra import database

logger = logging.getLogger(__name__)


def send(task: str, *args: Any, priority: int = 0) -> bool:
    """Send a task to the queue without waiting for a broker that is unavailable.

    Args:
        task: registered name of the task.
        args: JSON values.
        priority: 0 is served first.

    Returns:
        False if the broker is unavailable.

    Raises:
        KeyError: no task has this name.
    """
    if task not in current_app.tasks:
        current_app.loader.import_default_modules()  # a web process has not loaded the task modules
    try:
        current_app.tasks[task].apply_async(args=args, priority=priority, retry=False)
    except OperationalError:
        logger.warning("The queue is unavailable; %s%s was not sent.", task, args)
        return False
    return True


def interrupt(task_id: str) -> None:
    """Interrupt the worker that runs a task, as its soft time limit would.

    If the broker is unavailable the worker goes on, and its result is dropped because its lease is gone.
    """
    try:
        current_app.control.revoke(task_id, terminate=True, signal="SIGUSR1")
    except (OperationalError, RedisError, OSError):
        logger.warning("The queue is unavailable; task %s is not interrupted, and its result is dropped.", task_id)


MAX_RETRIES: Final = 8
FIRST_PAUSE: Final = 1
"""Seconds before the first retry; each further pause is twice as long, the last one about two minutes."""


def claim_arguments(task: Any) -> dict[str, Any]:
    """Return the keyword arguments with which a bound task's service claims its job."""
    return {"task": task.request.id or "", "is_retry": task.request.retries > 0}


def run_with_retries(task: Any, label: str, work: Callable[[], object]) -> None:
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
    """Retry a bound task after a pause.

    After the last retry, or without a queue, the recovery task takes over.

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
