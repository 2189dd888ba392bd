"""PostgreSQL connections whose health check sends no query.

Django's health check sends a query before each request, a tenth of the time of a simple page. A server or pool that
ends closes its connections, which makes the socket readable. So a connection is only queried if its socket is
readable, or if it was idle for so long that a firewall may have dropped it silently.
"""

import select
import time
from typing import Any, Final

from django.db.backends.postgresql import base

TRUSTED: Final = 5.0
"""Seconds after the last check during which a connection is not checked again."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Connection to PostgreSQL of one thread."""

    health_check_enabled: bool
    health_check_done: bool

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._good_at = -TRUSTED

    def close_if_health_check_failed(self) -> None:
        """Close the connection if it is no longer usable; called once per request."""
        if self.connection is None or not self.health_check_enabled or self.health_check_done:
            return
        now = time.monotonic()
        if now - self._good_at < TRUSTED and _is_quiet(self.connection):
            self.health_check_done = True
        else:
            super().close_if_health_check_failed()
        self._good_at = now


def _is_quiet(connection: Any) -> bool:
    """Return True if the socket of a connection has nothing to read."""
    if connection.closed:
        return False
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return not waiting.poll(0)
