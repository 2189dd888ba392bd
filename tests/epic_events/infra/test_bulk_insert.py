"""Insertion of many rows, compared with Django's ``bulk_create``."""

from typing import Any

import pytest
from django.db import connection
from django.forms.models import model_to_dict
from django.utils import timezone

from epic_events.audit_log.models import Entry
from epic_events.infra.database.bulk_insert import bulk_insert
from tests.epic_events.counting import queries_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def entries(number: int) -> list[Entry]:
    """Unsaved entries with empty, nested and null values."""
    return [
        Entry(
            at=NOW,
            actor_id=7 if at % 2 else None,
            verb="result.entered",
            event_id=at or None,
            subject_type="pairings.match",
            subject_id=at,
            reason="100 % “sure”" if at % 3 else "",
            data={"table": at, "games": [1, None], "name": "Ünal"} if at else {},
        )
        for at in range(number)
    ]


def stored(rows: list[Entry]) -> list[dict[str, Any]]:
    found = Entry.objects.in_bulk([row.pk for row in rows])
    return [
        {name: value for name, value in model_to_dict(found[row.pk]).items() if name != "id"} | {"at": found[row.pk].at}
        for row in rows
    ]


def test_bulk_insert_stores_the_same_as_bulk_create():
    fast, plain = entries(20), entries(20)
    bulk_insert(fast)
    Entry.objects.bulk_create(plain)
    assert stored(fast) == stored(plain)
    assert len({row.pk for row in fast}) == 20
    assert not any(row._state.adding for row in fast)


def test_bulk_insert_many_rows_is_one_query():
    assert queries_of(lambda: bulk_insert(entries(1000))) == 1


def test_bulk_insert_more_rows_than_parameters_inserts_in_batches(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection.ops, "bulk_batch_size", lambda _fields, _rows: 7)
    rows = entries(20)
    assert queries_of(lambda: bulk_insert(rows)) == 3
    assert [entry["subject_id"] for entry in stored(rows)] == list(range(20))


def test_bulk_insert_without_rows_asks_nothing():
    assert queries_of(lambda: bulk_insert([])) == 0
