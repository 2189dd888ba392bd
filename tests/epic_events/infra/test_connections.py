"""Configuration of database connections."""

import sqlite3

import pytest
from django.db import connection

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_connection_is_configured_when_opened() -> None:
    """PostgreSQL without JIT; SQLite with its maximum number of variables."""
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW jit")
            assert cursor.fetchone() == ("off",)
    else:
        most = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        assert connection.features.max_query_params == most
