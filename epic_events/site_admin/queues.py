"""Tasks that wait for a worker, and the running workers."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

import redis
from django.conf import settings
from django.db.models import Min
from django.utils import timezone
from kombu.exceptions import OperationalError
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from epic_events.celery import app
from epic_events.disputes.models import Dispute
from epic_events.documents.models import Print
from epic_events.infra import database
from epic_events.jobs.models import UNFINISHED, JobStatus
from epic_events.reference.models import DocumentReading

LATE = 60.0
"""Seconds; tasks that wait longer indicate a missing worker."""


@dataclass(frozen=True)
class UnfinishedWork:
    """Unfinished work of one kind.

    Attributes:
        kind: name of the kind.
        number: number of tasks that wait or run.
        oldest: seconds that the oldest has waited to be started; 0 if none waits.
    """

    kind: str
    number: int
    oldest: float

    @property
    def late(self) -> bool:
        """Return True if it waits longer than workers need to start."""
        return self.oldest > LATE


STEPS: Final = (0, 3, 6, 9)
"""Priorities with a Redis list of their own, as named by kombu; 0 is served first."""
_APART: Final = "\x06\x16"


@cache
def _redis(url: str) -> redis.Redis:
    """Return a thread-safe client of the queue's Redis with short timeouts."""
    return redis.Redis.from_url(url, socket_connect_timeout=0.3, socket_timeout=0.5, retry=None)


def redis_facts() -> dict[str, str]:
    """Return version and memory of Redis; empty if it is unavailable."""
    try:
        counts = _redis(settings.REDIS_URL).info("server")
    except redis.RedisError:
        return {}
    return {"version": str(counts.get("valkey_version") or counts.get("redis_version", ""))}


def lengths() -> dict[str, int] | None:
    """Return the number of tasks in each queue; None if Redis is unavailable."""
    try:
        with _redis(settings.REDIS_URL).pipeline(transaction=False) as pipeline:
            for name in settings.QUEUES:
                for step in STEPS:
                    pipeline.llen(f"{name}{_APART}{step}" if step else name)
            counts = [int(length) for length in pipeline.execute()]
            parts = range(0, len(counts), len(STEPS))
            return {name: sum(counts[at : at + len(STEPS)]) for name, at in zip(settings.QUEUES, parts, strict=True)}
    except redis.RedisError:
        return None


def unfinished_work() -> list[UnfinishedWork]:
    """Return the unfinished work in the database by queue."""
    replays = Dispute.objects.filter(status__in=(Dispute.Status.QUEUED, Dispute.Status.RUNNING))
    documents = DocumentReading.objects.filter(status__in=UNFINISHED)
    oldest = replays.filter(status=Dispute.Status.QUEUED).aggregate(at=Min("enqueued_at"))["at"]
    first = documents.filter(status=JobStatus.QUEUED).aggregate(at=Min("enqueued_at"))["at"]
    prints = Print.objects.filter(status__in=UNFINISHED)
    oldest_print = prints.filter(status=JobStatus.QUEUED).aggregate(at=Min("enqueued_at"))["at"]
    return [
        UnfinishedWork("replays", replays.count(), _age(oldest)),
        UnfinishedWork("documents", documents.count(), _age(first)),
        UnfinishedWork("prints", prints.count(), _age(oldest_print)),
    ]


def _age(since: datetime | None) -> float:
    return max(0.0, (timezone.now() - since).total_seconds()) if since else 0.0


class QueueCollector(Collector):
    """Prometheus collector of queue lengths.

    Unavailable services are reported as down.
    """

    def collect(self) -> Iterator[Metric]:
        """Yield lengths and ages."""
        up = GaugeMetricFamily("epic_up", "Whether what the site stands on answers: 1 or 0.", labels=["part"])
        counts = lengths()
        up.add_metric(["redis"], counts is not None)
        tasks = GaugeMetricFamily("epic_queue_tasks", "Tasks that stand in a queue.", labels=["queue"])
        for name, number in (counts or {}).items():
            tasks.add_metric([name], number)
        work = database.run_if_available("the metrics", unfinished_work)
        up.add_metric(["database"], work is not None)
        stored = GaugeMetricFamily(
            "epic_waiting", "Work that is stored and not done, under way or not.", labels=["kind"]
        )
        ages = GaugeMetricFamily("epic_oldest_waiting_seconds", "How long the oldest waits to begin.", labels=["kind"])
        for one in work or ():
            stored.add_metric([one.kind], one.number)
            ages.add_metric([one.kind], one.oldest)
        yield from (up, tasks, stored, ages)


REPLY_TIMEOUT = 0.8
"""Seconds to wait for replies; workers that reply later are not listed."""


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
    workers_list = [
        WorkerFacts(name, facts["version"], tuple(facts["queues"]), facts["processes"])
        for answer in answers
        for name, facts in answer.items()
        if "version" in facts  # workers of versions without this command respond with an error
    ]
    return sorted(workers_list, key=lambda one: one.name)
