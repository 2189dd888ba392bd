"""Read the clock with an offset from a file.

Python imports this module when a process starts. The file named by ``FAULTS_CLOCK`` holds the offset in seconds and is
read repeatedly. Monotonic time is not affected.
"""

import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

sys.modules["pytest"] = None  # type: ignore[assignment]  # time_machine imports it, and settings would be those of tests
import time_machine  # noqa: E402

del sys.modules["pytest"]

LOOK = 0.3
_sleep, _began = time.sleep, time.time() - time.monotonic()


def _real_time() -> float:
    """Return the time without the offset."""
    return _began + time.monotonic()


def _read_offset(file: Path) -> float:
    """Return the offset in seconds; 0 while the file is being written."""
    with suppress(OSError, ValueError):
        return float(file.read_text())
    return 0.0


def follow_file(file: Path) -> None:
    """Shift the clock of this process by the offset in ``file`` until it ends."""
    before = _read_offset(file)
    travel = time_machine.travel(_real_time() + before, tick=True)
    shown = travel.start()

    def look() -> None:
        nonlocal before
        while True:
            if (now := _read_offset(file)) != before:
                before = now
                shown.move_to(_real_time() + now)
            _sleep(LOOK)

    def watch() -> None:
        threading.Thread(target=look, daemon=True).start()

    os.register_at_fork(after_in_child=watch)
    watch()


if "FAULTS_CLOCK" in os.environ:
    follow_file(Path(os.environ["FAULTS_CLOCK"]))
