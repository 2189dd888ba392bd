"""Changes of an event: audit entries with ids and facts, without names.

As a list and as server-sent events. Each open stream occupies a thread of a web process, so each process limits their
number (``CHANGE_STREAMS``) and their duration. Clients reconnect with the id of the last event and receive what they
missed, as libraries for server-sent events do automatically.
"""

import json
import re
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from epic_events.accounts.rate_limits import RateLimitError
from epic_events.audit_log.models import Entry
from epic_events.audit_log.version_tokens import complete_entries
from epic_events.events.models import Event
from epic_events.infra.errors import UserError

OWN: Final = "webhook."
"""Prefix of verbs about webhooks themselves, which are not sent to webhooks."""
MAX_KINDS: Final = 30
_KIND: Final = "[A-Za-z][A-Za-z_]{0,29}"
SOME_KINDS: Final = rf"^ *{_KIND} *(, *{_KIND} *){{0,{MAX_KINDS - 1}}}$"
"""Pattern of kinds separated by commas."""


def changes_of(event: Event) -> QuerySet[Entry]:
    """Return the audit entries of an event, oldest first."""
    return Entry.objects.filter(event_id=event.pk).order_by("pk")


def changes_after(event: Event, key: int, kinds: Iterable[str]) -> QuerySet[Entry]:
    """Return the audit entries of an event after a position.

    Entries that an uncommitted transaction could still precede are left out.

    Args:
        event: the event.
        key: key of the last known entry; 0 for all.
        kinds: kinds of changes; empty for all.
    """
    return changes_of(event).filter(complete_entries(), of_kinds(kinds), pk__gt=key)


def of_kinds(kinds: Iterable[str]) -> Q:
    """Return the filter for audit entries of some kinds; no kinds match all.

    A kind is the first word of a verb: ``round`` in ``round.published``.
    """
    kinds_q = Q()
    for kind in kinds:
        kinds_q |= Q(verb__startswith=f"{kind}.")
    return kinds_q


def change_of(line: Entry, slug: str) -> dict[str, Any]:
    """Return an audit entry as JSON for the API and for webhooks."""
    return {
        "id": line.pk,
        "type": line.verb,
        "at": _moment(line.at),
        "event": slug,
        "subject": {"type": line.subject_type, "id": line.subject_id},
        "actor": line.actor_id,
        "facts": line.data,
    }


def _moment(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


def validate_kinds(kinds: Iterable[str]) -> list[str]:
    """Return valid kinds, sorted and without duplicates.

    Raises:
        UserError: a kind is malformed, or there are too many.
    """
    kinds_sorted = sorted({kind.strip() for kind in kinds} - {""})
    invalid = [kind for kind in kinds_sorted if not re.fullmatch(_KIND, kind)]
    if invalid or len(kinds_sorted) > MAX_KINDS:
        words = _("Enter event types from the audit log, such as round or result. Unknown: %(kinds)s.")
        message = words % {"kinds": ", ".join(invalid)[:200] or len(kinds_sorted)}
        raise UserError(message, fields={"kinds": message})
    return kinds_sorted


MAX_SECONDS: Final = 300
"""Maximum duration of a stream in seconds."""
LOOKS_EVERY: Final = 1.0
"""Polling interval of the audit log in seconds."""
HEARTBEAT: Final = 15.0
"""Seconds without changes after which a comment is sent and the permission is checked again."""
AT_ONCE: Final = 200
"""Number of entries per query."""
ASK_AGAIN: Final = 3
"""Reconnection delay for clients in seconds."""

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
                yield self._encode(line)
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

    def _encode(self, line: Entry) -> bytes:
        payload: dict[str, Any] = change_of(line, self._event.slug)
        return f"id: {line.pk}\nevent: change\ndata: {json.dumps(payload, ensure_ascii=False)}\n\n".encode()
