"""Changes of an event as server-sent events.

Each open stream occupies a thread of a web process, so each process limits their number (``CHANGE_STREAMS``) and their
duration. Clients reconnect with the id of the last event and receive what they missed, as libraries for server-sent
events do automatically.
"""

import json
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from epic_events.accounts.rate_limits import RateLimitError
from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from epic_events.integrations.webhooks.changes import change_of, changes_after

MAX_SECONDS: Final = 300
"""Seconds after which a stream ends by itself."""
LOOKS_EVERY: Final = 1.0
"""Seconds between two looks at the log."""
HEARTBEAT: Final = 15.0
"""Seconds of silence after which a comment is sent, and it is asked again whether the program may still read."""
AT_ONCE: Final = 200
"""Lines that are read together."""
ASK_AGAIN: Final = 3
"""Seconds after which a program asks again when the stream has ended."""

_lock = threading.Lock()
_open: set[object] = set()


def open_streams() -> int:
    """Return the number of open streams of this process."""
    with _lock:
        return len(_open)


def _release(place: object) -> None:
    with _lock:
        _open.discard(place)


class ChangeStream:
    """Iterable of the bytes of a change stream.

    Frees its slot when closed or garbage-collected.

    Args:
        event: the event.
        after: key of the last audit entry known to the client.
        kinds: kinds of changes; empty for all.
        seconds: maximum duration.
        may_read: returns True while the client may read.

    Raises:
        TooOftenError: this process has too many open streams.
    """

    def __init__(
        self, event: Event, *, after: int, kinds: list[str], seconds: int, may_read: Callable[[], bool]
    ) -> None:
        self._event, self._after, self._kinds = event, after, kinds
        self._seconds, self._may_read = min(seconds, MAX_SECONDS), may_read
        place = object()
        with _lock:
            if len(_open) >= settings.CHANGE_STREAMS:
                message = _("Too many open streams. Poll for changes instead, or try again later.")
                raise RateLimitError(message, retry_after=int(HEARTBEAT))
            _open.add(place)
        self._closing = weakref.finalize(self, _release, place)

    def __iter__(self) -> Iterator[bytes]:
        """Yield changes until closed, timed out or no longer permitted."""
        try:
            yield from self._stream()
        finally:
            self.close()

    def close(self) -> None:
        """Free the slot; repeated calls have no effect."""
        self._closing()

    def _stream(self) -> Iterator[bytes]:
        yield f"retry: {ASK_AGAIN * 1000}\n: changes after {self._after}\n\n".encode()
        now = time.monotonic()
        ends, silent_since = now + self._seconds, now
        while True:
            lines = self._lines()
            for line in lines:
                self._after = line.pk
                yield self._written(line)
            now = time.monotonic()
            if lines:
                silent_since = now
            elif now - silent_since >= HEARTBEAT:
                if not self._may_read():
                    return
                yield b": still there\n\n"
                silent_since = now
            if now >= ends:
                return
            if len(lines) < AT_ONCE:
                time.sleep(max(0.0, min(LOOKS_EVERY, ends - now)))

    def _lines(self) -> list[Entry]:
        return list(changes_after(self._event, self._after, self._kinds)[:AT_ONCE])

    def _written(self, line: Entry) -> bytes:
        payload: dict[str, Any] = change_of(line, self._event.slug)
        return f"id: {line.pk}\nevent: change\ndata: {json.dumps(payload, ensure_ascii=False)}\n\n".encode()
