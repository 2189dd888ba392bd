"""Running workers, queried by Celery's remote control."""

from dataclasses import dataclass
from typing import Any

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from epic_events.celery import app

REPLY_TIMEOUT = 0.8
"""Seconds for which answers are gathered: who does not answer by then is not seen."""


@dataclass(frozen=True)
class WorkerFacts:
    """State of a worker.

    Attributes:
        name: its name and host.
        version: version of its code.
        queues: the queues it serves.
        processes: number of concurrent tasks.
    """

    name: str
    version: str
    queues: tuple[str, ...]
    processes: int


def workers() -> list[WorkerFacts] | None:
    """Return the responding workers by name; None if the queue is unavailable."""
    try:
        answers: list[dict[str, dict[str, Any]]] = (
            app.control.broadcast("epic_facts", reply=True, timeout=REPLY_TIMEOUT) or []
        )
    except (OperationalError, RedisError, OSError):
        return None
    found = [
        WorkerFacts(name, facts["version"], tuple(facts["queues"]), facts["processes"])
        for answer in answers
        for name, facts in answer.items()
        if "version" in facts  # one of a version from before this question was asked tells an error
    ]
    return sorted(found, key=lambda one: one.name)
