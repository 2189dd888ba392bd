"""Time limits of steps, and a clean end on Ctrl-C and TERM."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 30.0
"""Seconds after which an ignored limit is raised again."""


class StuckError(Exception):
    """A step took longer than its limit; the message names it."""


@contextmanager
def limit(step: str, seconds: float) -> Iterator[None]:
    """Raise ``StuckError`` if the block takes longer than ``seconds``.

    It is raised in the main thread, where limits may be nested.
    """

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise StuckError(f"{step} took longer than {seconds:.0f} s")

    begun = time.monotonic()
    before = signal.signal(signal.SIGALRM, end)
    left, _again = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.01, left - (time.monotonic() - begun)), AGAIN)


def end_on_term() -> None:
    """Let TERM end the program like Ctrl-C: what was started is ended."""
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(128 + signal.SIGTERM))


def ignore_signals() -> None:
    """Ignore Ctrl-C and TERM while everything is being ended."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
