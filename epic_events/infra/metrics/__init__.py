"""Prometheus metrics of all processes of this machine.

Each process writes files in ``PROMETHEUS_MULTIPROC_DIR``, so that any web process can report all of them. Names of
users and events and secret addresses are never labels: an address is reported by the name of its URL pattern.
"""

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from epic_events.infra.metrics import counter_files

counter_files.use()
_OURS: Final = CollectorRegistry()
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

requests: Final = Histogram(
    "epic_request_seconds",
    "Seconds from the first middleware to the answer, by method, address and class of status.",
    ("method", "address", "status"),
    registry=_OURS,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
replays: Final = Histogram(
    "epic_replay_seconds",
    "Seconds that a worker took for the replay of one dispute, by what came of it.",
    ("outcome",),
    registry=_OURS,
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
pairings: Final = Histogram(
    "epic_pairing_seconds",
    "Seconds that working out the pairing of one round took, by the kind of its stage.",
    ("kind",),
    registry=_OURS,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
cache_answers: Final = Counter(
    "epic_cache_answers",
    "What the cache was asked for, by how it answered: hit, miss, away.",
    ("answer",),
    registry=_OURS,
)


def count_request(method: str, address: str, status: int, seconds: float) -> None:
    """Count a request; unknown HTTP methods share one label."""
    known = method if method in _METHODS else "other"
    requests.labels(known, address, f"{status // 100}xx").observe(seconds)


def exposition(*measured_now: Collector) -> bytes:
    """Return all metrics in Prometheus' text format.

    Args:
        *measured_now: collectors of values that are measured on request, such as queue lengths.
    """
    looked_at = CollectorRegistry()
    for one in measured_now:
        looked_at.register(one)
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(_OURS) + generate_latest(looked_at)
    MultiProcessCollector(looked_at)  # type: ignore[no-untyped-call]  # half typed by its makers
    return generate_latest(looked_at)
