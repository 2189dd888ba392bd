"""Connections to PostgreSQL that are not asked before each request whether they are there still.

Django sends a question of its own to find that out, a tenth of what the plainest page takes. A server that ends, or a
pool before it, closes its connections, and that stands in the socket already: nothing to be read there means that
nobody has. So a connection is asked only where there is something to be read, or where it was not used for so long that
something on the way may have forgotten it without a word.
"""

import select
import time
from typing import Any, Final

from django.db.backends.postgresql import base

TRUSTED: Final = 5.0
"""Seconds since a connection was looked at last, within which it is not asked."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection of one thread."""

    health_check_enabled: bool
    health_check_done: bool

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._good_at = -TRUSTED

    def close_if_health_check_failed(self) -> None:
        """Close the connection where it is not to be used any more; once a request, before its first question."""
        if self.connection is None or not self.health_check_enabled or self.health_check_done:
            return
        now = time.monotonic()
        if now - self._good_at < TRUSTED and _is_quiet(self.connection):
            self.health_check_done = True
        else:
            super().close_if_health_check_failed()
        self._good_at = now


def _is_quiet(connection: Any) -> bool:
    """Whether nothing is to be read from a connection: neither that it was closed, nor a message."""
    if connection.closed:
        return False
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return not waiting.poll(0)
