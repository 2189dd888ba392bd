"""Sends Celery tasks by name, so that no module imports the tasks that call it."""

import logging
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

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
