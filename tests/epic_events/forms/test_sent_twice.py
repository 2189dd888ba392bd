"""Every form submitted twice creates nothing more."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from epic_events.accounts.models import SentForm
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.permissions.table import STATUS
from tests.epic_events.world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SENDERS = ("organiser", "head_judge", "seated", "superuser")


def rows() -> dict[str, int]:
    """Return the number of rows of each model that a form may create."""
    ours = (model for model in apps.get_models() if model.__module__.startswith("epic_events"))
    tables = {model._meta.db_table: model.__name__ for model in ours if model is not SentForm}
    counting = " UNION ALL ".join(f"SELECT '{table}', COUNT(*) FROM {table}" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(counting)
        return {tables[table]: count for table, count in cursor.fetchall()}


@contextmanager
def undone() -> Iterator[None]:
    undo = transaction.savepoint()
    cache.clear()
    yield
    transaction.savepoint_rollback(undo)


def test_every_form_sent_twice_creates_one_object() -> None:
    world = make_world()
    browsers = {}
    for who in SENDERS:
        user = world.people[who]
        assert user is not None
        browsers[who] = Client()
        browsers[who].force_login(user)
    creating: set[str] = set()
    again: dict[str, dict[str, int]] = {}
    before = rows()  # what a form creates is undone before the next one
    for name, (path, body, kind) in requests_of(world).items():
        if kind or name.startswith(("account_", "access:")):  # programs have keys of their own; a session is no thing
            continue
        form = {**body, "request_key": "k"}
        for who, browser in browsers.items():
            if STATUS[name, "POST", who] in (403, 404, 405):
                continue  # refused: see the permission matrix
            with undone():
                browser.post(path, form)
                once = rows()
                if once == before:
                    continue
                creating.add(name)
                browser.post(path, form)
                more = {kind: count - once[kind] for kind, count in rows().items() if count != once[kind]}
                if more:
                    again[name] = more
    assert again == {}
    assert {"disputes:new", "events:create", "pairings:report", "rulings:new"} <= creating
