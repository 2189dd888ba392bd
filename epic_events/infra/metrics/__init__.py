"""What the site counts and times for those who watch it, in Prometheus' form.

Every process writes into files of one folder (``PROMETHEUS_MULTIPROC_DIR``, made by the settings), so that whichever
process is asked tells of all on this machine: web processes and workers alike. Names of people, events and addresses
that hold a secret never become a label: an address stands under its name in the site's own table of addresses.
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


def note_request(method: str, address: str, status: int, seconds: float) -> None:
    """Count one request; a method that nobody knows has no label of its own."""
    known = method if method in _METHODS else "other"
    requests.labels(known, address, f"{status // 100}xx").observe(seconds)


def exposition(*measured_now: Collector) -> bytes:
    """Return everything in Prometheus' text form.

    Args:
        *measured_now: what is not counted as it happens but looked at now, such as the length of a queue.
    """
    looked_at = CollectorRegistry()
    for one in measured_now:
        looked_at.register(one)
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(_OURS) + generate_latest(looked_at)
    MultiProcessCollector(looked_at)  # type: ignore[no-untyped-call]  # half typed by its makers
    return generate_latest(looked_at)
