"""Audit entries committed in another order than their keys."""

import re
from collections.abc import Callable
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.audit_log.services import record, record_all, unsaved_entry
from epic_events.events.models import Event
from epic_events.integrations.webhooks.changes import changes_after, changes_of
from tests.epic_events.factories import make_key
from tests.epic_events.pairings.play import published_round, running_event
from tests.waiting import PATIENCE

two_connections = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="two connections at once need PostgreSQL"
)
OPEN_PAGES = ("pairings:desk", "pairings:board", "judging:board", "clock:page")


def earlier_line(event: Event) -> None:
    """Add an entry with a key below all others, as if committed late."""
    Entry(pk=-1, verb="result.entered", event_id=event.pk, subject_type="events.event", subject_id=event.pk).save()


def played() -> tuple[Event, User, Client]:
    event, organiser = running_event(4)
    published_round(event, organiser)
    client = Client()
    client.force_login(organiser)
    return event, organiser, client


@pytest.mark.django_db
@pytest.mark.any_database
@pytest.mark.parametrize("name", OPEN_PAGES)
def test_open_page_reports_change_for_entry_below_last_seen(name: str) -> None:
    event, _organiser, staff = played()
    address = reverse(name, args=[event.slug])
    found = re.search(r"expected_version=([^\"&]+)", staff.get(address).content.decode())
    assert found is not None
    assert staff.get(address, {"expected_version": found[1]}).status_code == 204
    earlier_line(event)
    assert staff.get(address, {"expected_version": found[1]}).status_code == 200


@pytest.mark.django_db
@pytest.mark.any_database
def test_version_token_changes_for_entry_below_last() -> None:
    event, _organiser, client = played()

    def word() -> Any:
        cache.clear()
        return client.get(reverse("events:version", args=[event.slug])).json()["version"]

    before = word()
    assert word() == before
    assert f'data-version="{before}"' in client.get(reverse("clock:screen", args=[event.slug])).content.decode()
    earlier_line(event)
    assert word() != before


class EntryWriter:
    """Write an audit entry on a separate connection and commit on request."""

    def __init__(self, event: Event) -> None:
        self._written, self._may_end = Signal(), Signal()
        self._thread = Thread(target=self._write, args=(event,))
        self._thread.start()
        assert self._written.wait(PATIENCE)

    def _write(self, event: Event) -> None:
        try:
            with transaction.atomic():
                record(None, "round.first", event=event, subject=event)
                self._written.set()
                self._may_end.wait(PATIENCE)
        finally:
            connections.close_all()

    def end(self) -> None:
        self._may_end.set()
        self._thread.join(PATIENCE)


@two_connections
@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_changes_feed_omits_no_entry_committed_late() -> None:
    event, organiser, _client = played()
    feed, key = reverse("api:changes", args=[event.slug]), make_key(organiser)

    def published_after(after: int) -> list[str]:
        answer = Client().get(feed, {"after": after, "limit": 500}, headers={"Authorization": f"Bearer {key}"})
        return [change["type"] for change in answer.json()["changes"]]

    published = changes_of(event).latest("pk")
    writing = EntryWriter(event)
    with transaction.atomic():
        record(None, "round.second", event=event, subject=event)
    assert changes_of(event).latest("pk").verb == "round.second"
    assert published_after(published.pk) == []
    assert changes_after(event, 0, ()).last() == published
    writing.end()
    assert published_after(published.pk) == ["round.first", "round.second"]
    assert published_after(changes_of(event).get(verb="round.first").pk) == ["round.second"]


@two_connections
@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_record_takes_one_lock_per_transaction_released_with_savepoint() -> None:
    event, _organiser, _client = played()

    def locks() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
            return int(cursor.fetchone()[0])

    with transaction.atomic():
        with transaction.atomic():
            record(None, "round.undone", event=event, subject=event)
            assert locks() == 1
            transaction.set_rollback(True)
        assert locks() == 0
        for _ in range(3):
            record(None, "round.done", event=event, subject=event)
        assert locks() == 1
    assert locks() == 0
    record(None, "round.alone", event=event, subject=event)
    assert [output.verb for output in changes_after(event, 0, ["round"])][-4:] == [*["round.done"] * 3, "round.alone"]


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_record_outside_transaction_opens_one() -> None:
    event, _organiser = running_event(4)
    inside: list[bool] = []

    def note(execute: Callable[..., Any], sql: str, *output: Any) -> Any:
        if not sql.startswith("BEGIN"):
            inside.append(connection.in_atomic_block)
        return execute(sql, *output)

    with connection.execute_wrapper(note):
        record(None, "round.alone", event=event, subject=event)
        record_all([unsaved_entry(None, "round.alone", event=event, subject=event)])
    assert {*inside} == {True}
