"""Sending tasks by name."""

import pytest
from celery import current_app

from epic_events.disputes import rejudging
from epic_events.disputes.models import Dispute
from epic_events.documents.models import Print
from epic_events.jobs import queue
from epic_events.reference.models import DocumentReading


def test_send_unknown_task_raises() -> None:
    with pytest.raises(KeyError):
        queue.send("epic_events.jobs.tasks.no_such_task", 1)


@pytest.mark.parametrize("task", [Dispute.TASK, DocumentReading.TASK, Print.TASK, rejudging.TASK])
def test_tasks_sent_by_name_are_registered(task: str) -> None:
    current_app.loader.import_default_modules()
    assert task in current_app.tasks
