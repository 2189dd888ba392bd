"""Supervisor of the site's processes.

It ends on signals, whether its output is read or not.
"""

import os
import signal
import sys
import time
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TextIO, cast

from honcho.manager import Manager
from honcho.printer import Printer

MAX_WAITING: Final = 10_000
"""Lines that wait for a slow reader; further ones are dropped."""
_FLUSH_SECONDS: Final = 2.0


class BackgroundOutput:
    """Text output that never blocks or fails.

    A thread writes it, and discards it once the reader is gone. ``make run | head`` closes the output, a pager stops
    reading it. The supervisor also writes from signal handlers, which the buffers of Python do not allow.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting: SimpleQueue[bytes] = SimpleQueue()  # its put() may be called from signal handlers
        self._thread: Thread | None = None

    def write(self, text: str) -> int:
        """Queue a text."""
        if self._thread is None:  # only now: threads do not survive the forks of the supervisor
            self._thread = Thread(target=self._write_all, daemon=True)
            self._thread.start()
        if self._waiting.qsize() < MAX_WAITING:
            self._waiting.put(text.encode("utf-8", "replace"))
        return len(text)

    def flush(self) -> None:
        """Do nothing: the thread does not buffer."""

    def isatty(self) -> bool:
        """Return True if the output is a terminal."""
        return self._stream.isatty()

    def finish(self) -> None:
        """Wait a moment until everything is written."""
        until = time.monotonic() + _FLUSH_SECONDS
        while not self._waiting.empty() and time.monotonic() < until:
            time.sleep(0.01)

    def _write_all(self) -> None:
        while True:
            text = self._waiting.get()
            while text:
                try:
                    text = text[os.write(self._stream.fileno(), text) :]
                except OSError:
                    discard_output(self._stream)


def discard_output(stream: TextIO) -> None:
    """Connect a stream whose reader is gone to the null device."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


class TolerantStream:
    """Text stream that is discarded once its reader is gone.

    It is for everything that prints before the supervisor runs.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        try:
            return self._stream.write(text)
        except OSError:
            discard_output(self._stream)
            return len(text)

    def flush(self) -> None:
        """Flush the stream."""
        try:
            self._stream.flush()
        except OSError:
            discard_output(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def tolerate_lost_output() -> None:
    """Let standard output and error lose their readers, as in ``make run | head``."""
    sys.stdout, sys.stderr = cast("TextIO", TolerantStream(sys.stdout)), cast("TextIO", TolerantStream(sys.stderr))


class Supervisor(Manager):  # type: ignore[misc]  # honcho ships no types
    """Honcho's manager with output that cannot stop it and signals at any moment."""

    def __init__(self) -> None:
        self._output = BackgroundOutput(sys.stdout)
        super().__init__(Printer(self._output))
        self._is_termination_deferred = False

    def loop(self) -> None:
        """Run the processes until they end or a signal arrives; a closed terminal is one."""
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as under nohup
            signal.signal(signal.SIGHUP, lambda *_arguments: os.kill(os.getpid(), signal.SIGTERM))
        super().loop()
        self._output.finish()

    def terminate(self) -> None:
        """Terminate the processes; if some are still being started, when they are."""
        if super()._all_started():
            super().terminate()
        else:
            self._is_termination_deferred = True

    def _all_started(self) -> bool:
        """Return True if every process has reported its number.

        Called in each turn of the loop.
        """
        has_started = bool(super()._all_started())
        if has_started and self._is_termination_deferred:
            self._is_termination_deferred = False
            super().terminate()
        return has_started


def interrupt_on_termination() -> None:
    """Let SIGTERM and a closed terminal end the program like Ctrl-C, with its cleanup."""

    def interrupt(number: int, _frame: Any) -> None:
        raise KeyboardInterrupt(number)

    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, interrupt)
