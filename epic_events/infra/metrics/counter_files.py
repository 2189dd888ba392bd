"""Counter files whose disk space is allocated in advance, with a fallback to memory.

The Prometheus client creates sparse memory-mapped files. On a full disk, writing to one kills the process (SIGBUS).
"""

import mmap
import os
from contextlib import suppress
from typing import Any, Final

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

FIRST: Final = 1 << 20
"""Bytes of a new file, as the library has it."""


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
            known = os.path.getsize(filename) if os.path.exists(filename) else 0  # noqa: PTH110, PTH202 - its own form
            if not _has_room(filename, max(FIRST, known)):
                filename = _in_memory()
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]  # half typed by its makers

    def _init_value(self, key: str) -> None:
        """Add a value; move all values to memory if the file cannot grow."""
        longest = 4 * len(key) + 64  # bytes that one more may take
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


def use() -> None:
    """Make the Prometheus client use :class:`CountedFile`."""
    made: Any = values
    made.MmapedDict = CountedFile
