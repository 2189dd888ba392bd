"""Prometheus metrics of all processes of this machine, in preallocated files.

The Prometheus client creates sparse memory-mapped files. On a full disk, writing to one kills the process (SIGBUS).

Each process writes files in ``PROMETHEUS_MULTIPROC_DIR``, so that any web process can report all of them. Names of
users and events and secret addresses are never labels: an address is reported by the name of its URL pattern.
"""

import mmap
import os
from contextlib import suppress
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

FIRST: Final = 1 << 20
"""Initial size of a file in bytes, as in the library."""


def _in_memory() -> str:
    """Return the path of a new in-memory file; its counts are not reported."""
    return f"/proc/self/fd/{os.memfd_create('epic-metrics')}"


def _has_room(path: str, size: int) -> bool:
    """Allocate disk space for a file; return False if the disk is full."""
    try:
        with open(path, "ab") as file:  # noqa: PTH123 - memory has a path only to open
            os.posix_fallocate(file.fileno(), 0, size)
    except OSError:
        with suppress(OSError):
            if not os.path.getsize(path):  # noqa: PTH202 - its own form
                os.unlink(path)  # noqa: PTH108 - a file without a header breaks the aggregation
        return False
    return True


class CountedFile(MmapedDict):
    """Memory-mapped values that never exceed the allocated space."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        if not read_mode:
            size = os.path.getsize(filename) if os.path.exists(filename) else 0  # noqa: PTH110, PTH202 - its own form
            if not _has_room(filename, max(FIRST, size)):
                filename = _in_memory()
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]  # half typed by its makers

    def _init_value(self, key: str) -> None:
        """Add a value; move all values to memory if the file cannot grow."""
        longest = 4 * len(key) + 64  # maximum size of one more value in bytes
        if self._used + longest > self._capacity and not _has_room(self._fname, 2 * self._capacity):
            self._switch_to_memory()
        super()._init_value(key)  # type: ignore[no-untyped-call]  # half typed by its makers

    def _switch_to_memory(self) -> None:
        content = bytes(self._m[: self._capacity])
        self._m.close()
        self._f.close()
        self._fname = _in_memory()
        self._f = open(self._fname, "a+b")  # noqa: PTH123, SIM115 - as the library holds it
        self._f.truncate(self._capacity)
        self._m = mmap.mmap(self._f.fileno(), self._capacity)
        self._m[:] = content


def use_counter_files() -> None:
    """Make the Prometheus client use :class:`CountedFile`."""
    counter_values: Any = values
    counter_values.MmapedDict = CountedFile


use_counter_files()
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
    label = method if method in _METHODS else "other"
    requests.labels(label, address, f"{status // 100}xx").observe(seconds)


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
