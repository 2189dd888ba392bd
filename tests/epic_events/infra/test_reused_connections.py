"""Health checks of reused PostgreSQL connections."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, models

from epic_events.accounts.models import User
from epic_events.infra.database.compiled_queries import CompiledQuery
from epic_events.infra.database.postgresql import base
from tests.epic_events.events.test_races import at_once

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

HOW_MANY = CompiledQuery(lambda: User.objects.order_by().values_list(models.Value(1)))
PROCESS = "SELECT pg_backend_pid()"


@pytest.fixture(autouse=True)
def _a_connection_of_the_site() -> Iterator[None]:
    if connection.vendor != "postgresql":
        pytest.skip("only connections to PostgreSQL are kept")
    connection.close()
    yield
    connection.close()


def query(sql: str) -> Any:
    """Return the result of a query and leave the connection as after a request."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        row = cursor.fetchone()
    connection.close_if_unusable_or_obsolete()
    return row[0] if row else None


def query_on_other_connection(sql: str, *values: int) -> Any:
    """Return the result of a query on another connection."""

    def asked() -> Any:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            row = cursor.fetchone()
        return row[0] if row else None

    return at_once(asked)[0]


def test_reused_connection_recently_used_is_not_checked() -> None:
    assert query(PROCESS) == (process := query(PROCESS))
    connection.close_if_health_check_failed()
    assert query_on_other_connection("SELECT query FROM pg_stat_activity WHERE pid = %s", process) == PROCESS
    assert query(PROCESS) == process


def test_reused_connection_long_idle_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "TRUSTED", 0.0)
    process = query(PROCESS)
    connection.close_if_health_check_failed()
    assert query_on_other_connection("SELECT query FROM pg_stat_activity WHERE pid = %s", process) == "SELECT 1"


@pytest.mark.parametrize("compiled_before", [False, True])
def test_reused_connection_closed_by_server_is_reopened(compiled_before: bool) -> None:
    process = query(PROCESS)
    assert query_on_other_connection("SELECT pg_terminate_backend(%s, 5000)", process)
    if compiled_before:
        assert HOW_MANY.rows() == []
    assert query(PROCESS) != process
