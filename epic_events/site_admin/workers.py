"""The workers that run now: each is asked, and tells what it runs."""

from dataclasses import dataclass
from typing import Any

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from epic_events.celery import app

PATIENCE = 0.8
"""Seconds for which answers are gathered: who does not answer by then is not seen."""


@dataclass(frozen=True)
class WorkerFacts:
    """What a worker told.

    Attributes:
        name: its name and machine.
        version: of the site's code that it runs.
        queues: those that it serves.
        processes: how many tasks it does at once.
    """

    name: str
    version: str
    queues: tuple[str, ...]
    processes: int


def workers() -> list[WorkerFacts] | None:
    """Return the workers that answer, by name; None when the queue does not answer."""
    try:
        answers: list[dict[str, dict[str, Any]]] = (
            app.control.broadcast("epic_facts", reply=True, timeout=PATIENCE) or []
        )
    except (OperationalError, RedisError, OSError):
        return None
    found = [
        WorkerFacts(name, told["version"], tuple(told["queues"]), told["processes"])
        for answer in answers
        for name, told in answer.items()
        if "version" in told  # one of a version from before this question was asked tells an error
    ]
    return sorted(found, key=lambda one: one.name)
