"""Class of Celery tasks."""

from typing import Any

from celery.app.trace import task_has_custom

from epic_events.celery import app
from epic_events.disputes.tasks import replay


def test_task_classes_inherit_call() -> None:
    """Celery bypasses `__call__` for a task class that does not define its own."""
    app.finalize()
    ours: dict[str, Any] = {name: task for name, task in app.tasks.items() if name.startswith("epic_events.")}
    assert replay.name in ours
    assert [name for name, task in ours.items() if not task_has_custom(task, "__call__")] == []
