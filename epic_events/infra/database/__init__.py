"""Preparation of database connections, and detection of an unavailable database."""

import atexit
import errno
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.utils import DatabaseError, InterfaceError, OperationalError
from django.utils.translation import gettext as _

from epic_events.infra.collation import SQLITE_COLLATION, compare_names
from epic_events.infra.errors import UnavailableError

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")

RETRY_AFTER: Final = 5
"""Value of ``Retry-After`` during an outage, in seconds."""
LOG_INTERVAL: Final = 60.0
"""Seconds between two log messages about the same outage."""
_SQLITE_AWAY: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PROTOCOL,
    }
)  # fmt: skip
"""Error codes of an unavailable database: locked beyond the timeout, file or disk not usable.

Other OperationalErrors, such as a missing table, are bugs of the site.
"""
_POSTGRESQL_AWAY: Final = ("08", "40", "53", "55P03", "57", "58")
"""Prefixes of SQLSTATE: connection error, transaction rollback, resources, lock not available, shutdown, system."""


def _prepare(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """Give SQLite more parameters and the collation of names.

    Switch PostgreSQL's JIT compiler off.
    """
    if connection.vendor == "sqlite":
        most = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = max(most, connection.features.max_query_params or 0)
        connection.connection.create_collation(SQLITE_COLLATION, compare_names)
    elif connection.vendor == "postgresql":
        connection.connection.execute("SET jit = off")


_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
"""Error numbers of writes to a full disk or beyond a quota."""


def prepare() -> None:
    """Prepare each new connection.

    At exit, let SQLite write its journal into the database file.
    """
    connection_created.connect(_prepare, dispatch_uid="epic_events.infra.database")
    atexit.register(_leave_in_one_file)


def _leave_in_one_file() -> None:
    """Checkpoint SQLite's write-ahead log, so that the database is a single file."""
    for connection in connections.all(initialized_only=True):
        if connection.vendor == "sqlite":
            connection.close()


def is_unavailable(error: BaseException) -> bool:
    """Return True if an error means that the database is unavailable.

    A full disk counts as well, also where the site itself writes uploads. Errors raised while such an error is handled
    (a template, a failed rollback) count too.
    """
    return any(_is_away(each) for each in _chain(error))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _is_away(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return code is not None and code & 0xFF in _SQLITE_AWAY  # the higher bits contain details
    state = getattr(cause, "sqlstate", None)
    return state is None or str(state).startswith(_POSTGRESQL_AWAY)


def _is_a_deadlock(error: BaseException) -> bool:
    return str(getattr(error.__cause__, "sqlstate", "")) == "40P01"


class _OutageLog:
    """Rate limit of this process for logging that the database is unavailable."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0.0
        self._since = 0

    def tell(self, error: BaseException, event_text: str) -> None:
        """Log the error, at most once in a short period."""
        now = time.monotonic()
        with self._lock:
            self._since += 1
            if self._last and now - self._last < LOG_INTERVAL:
                return
            times, self._last, self._since = self._since, now, 0
        reason = " ".join(str(next(each for each in _chain(error) if _is_away(each))).split())
        logger.error(
            "The database is away (%s): %s was refused, %d times since it was last told.", reason, event_text, times
        )


_outage_log = _OutageLog()


def unavailable_error(error: BaseException, event_text: str) -> UnavailableError:
    """Log that the database is unavailable and return the error for the user.

    Args:
        error: an error for which :func:`is_unavailable` is true.
        event_text: the request or task, for the log.
    """
    if any(_is_a_deadlock(each) for each in _chain(error)):
        logger.error(
            "Two requests waited for each other at %s.", event_text, exc_info=error
        )  # needs a repair; retrying does not help
    else:
        _outage_log.tell(error, event_text)
    words = _(
        "The database is temporarily unavailable. This request was not saved. Saved data is safe. Send the request "
        "again."
    )
    if any(isinstance(each, OSError) and each.errno in _NO_ROOM for each in _chain(error)):
        words = _(
            "The disk of the site is full. This request was not saved. Saved data is safe. Send the request again "
            "later."
        )
    return UnavailableError(words, retry_after=RETRY_AFTER)


def run_if_available(event_text: str, do: Callable[[], Answer]) -> Answer | None:
    """Run a task.

    If the database is unavailable, return None so that a recovery task can retry.

    Args:
        event_text: name of the task, for the log.
        do: the work.
    """
    try:
        return do()
    except (DatabaseError, InterfaceError) as error:
        if not is_unavailable(error):
            raise
        unavailable_error(error, event_text)
        return None
