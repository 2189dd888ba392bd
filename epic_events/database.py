"""What the site asks of its database beside its settings."""

import sqlite3
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def _use_whole_limit(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """Let one statement of SQLite hold as many values as its library takes.

    Django splits what is written in bulk as if every library still had the limit of 999 of the year 2000.
    """
    if connection.vendor == "sqlite":
        most = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = max(most, connection.features.max_query_params or 0)


def prepare() -> None:
    """Have every connection prepared when it is opened."""
    connection_created.connect(_use_whole_limit, dispatch_uid="epic_events.database")
