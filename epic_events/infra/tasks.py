"""Base class of Celery tasks, and their log context: task id and request id."""

import logging.config
from typing import Any, Final

import structlog
from celery import Task, signals

from rules.call_stack import with_large_stack_chunk

HEADER: Final = "request_id"


class LargeStackTask(Task[Any, Any]):
    """Task that runs with preallocated stack memory (see ``rules.call_stack``)."""

    @with_large_stack_chunk
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task."""
        return super().__call__(*args, **kwargs)


def connect() -> None:
    """Connect Celery signals: pass the request id to tasks, set up logging in workers."""
    signals.before_task_publish.connect(_send_along, dispatch_uid="epic_events.infra.tasks.publish")
    signals.task_prerun.connect(_begin, dispatch_uid="epic_events.infra.tasks.begin")
    signals.task_postrun.connect(_end, dispatch_uid="epic_events.infra.tasks.end")
    signals.setup_logging.connect(_write_as_the_site_does, dispatch_uid="epic_events.infra.tasks.logging")
    signals.worker_init.connect(_answer_operators, dispatch_uid="epic_events.infra.tasks.control")
    signals.worker_init.connect(_settle, dispatch_uid="epic_events.infra.tasks.settle")


def _send_along(headers: dict[str, Any], **_kwargs: Any) -> None:
    if number := structlog.contextvars.get_contextvars().get(HEADER):
        headers[HEADER] = number


def _begin(task_id: str, task: Any, **_kwargs: Any) -> None:
    asked_by = getattr(task.request, HEADER, None) or (task.request.headers or {}).get(HEADER)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(
        task_id=task_id, task=task.name, **({HEADER: asked_by} if isinstance(asked_by, str) else {})
    )


def _end(**_kwargs: Any) -> None:
    structlog.contextvars.clear_contextvars()


def _write_as_the_site_does(**_kwargs: Any) -> None:
    from django.conf import settings  # noqa: PLC0415 - a worker reads the settings first

    logging.config.dictConfig(settings.LOGGING)


def _answer_operators(**_kwargs: Any) -> None:
    from epic_events.infra import workers  # noqa: F401, PLC0415 - what workers alone need


def _settle(**_kwargs: Any) -> None:
    """Load the games before the first task and before worker processes are forked."""
    from epic_events.infra.processes import freeze  # noqa: PLC0415 - likewise

    freeze()
