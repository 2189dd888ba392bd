"""Audit entries: stored values and append-only rows."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection, transaction

from epic_events.audit_log import append_only
from epic_events.audit_log import services as audit_log
from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from tests.epic_events.factories import make_event, make_registration, make_user

pytestmark = pytest.mark.django_db


def test_record_stores_ids_and_plain_values_only():
    user, event = make_user("Ada"), make_event()
    entry = make_registration(event)
    line = audit_log.record(
        user,
        "registration.moved",
        event=event,
        subject=entry,
        reason="asked at the desk",
        to=entry,
        when=datetime(2017, 8, 1, 12, tzinfo=UTC),
        day=date(2017, 8, 1),
        share=Decimal("0.5"),
        list_of=[event, (1, "two"), {"three": event}],
    )
    stored = Entry.objects.get(pk=line.pk)
    assert (stored.actor, stored.verb, stored.event_id) == (user, "registration.moved", event.pk)
    assert (stored.subject_type, stored.subject_id) == ("events.registration", entry.pk)
    assert stored.reason == "asked at the desk"
    assert stored.data == {
        "to": entry.pk,
        "when": "2017-08-01T12:00:00+00:00",
        "day": "2017-08-01",
        "share": "0.5",
        "list_of": [event.pk, [1, "two"], {"three": event.pk}],
    }


def test_record_unserialisable_value_raises():
    with pytest.raises(TypeError, match="cannot hold a object"):
        audit_log.record(None, "x", subject=make_event(), odd=object())


def test_record_system_and_anonymous_actor_is_none():
    event = make_event()
    assert audit_log.record(None, "a", subject=event).actor_id is None
    assert audit_log.record(AnonymousUser(), "b", subject=event).actor_id is None


def test_entry_update_and_delete_raise():
    line = audit_log.record(None, "a", subject=make_event())
    line.verb = "b"
    with pytest.raises(AppendOnlyError):
        line.save()
    with pytest.raises(AppendOnlyError):
        line.delete()
    with pytest.raises(AppendOnlyError):
        Entry.objects.filter(pk=line.pk).update(verb="b")
    with pytest.raises(AppendOnlyError):
        Entry.objects.all().delete()
    with pytest.raises(AppendOnlyError):
        Entry.objects.bulk_update([line], ["verb"])
    assert Entry.objects.get().verb == "a"


@pytest.fixture
def _triggers():
    """Install the triggers of the migration also where tests run without migrations."""
    with connection.cursor() as cursor:
        for statement in append_only.removing(connection.vendor) + append_only.installing(connection.vendor):
            cursor.execute(statement)


@pytest.mark.usefixtures("_triggers")
def test_entry_update_in_sql_is_refused_by_database():
    audit_log.record(None, "a", subject=make_event())
    table = Entry._meta.db_table
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET verb = 'b'")
    assert Entry.objects.get().verb == "a"


def test_entries_are_found_by_event_and_by_subject():
    event, other = make_event(), make_event()
    entry = make_registration(event)
    for verb, of, subject in (("one", event, event), ("two", event, entry), ("three", other, other)):
        audit_log.record(None, verb, event=of, subject=subject)
    assert [line.verb for line in Entry.objects.of_event(event.pk)] == ["two", "one"]
    assert [line.verb for line in Entry.objects.about(entry)] == ["two"]


def test_entry_survives_deletion_of_actor_and_subject():
    user, event = make_user(), make_event()
    audit_log.record(user, "event.seen", event=event, subject=event)
    event_id = event.pk
    event.delete()
    user.delete()
    line = Entry.objects.of_event(event_id).get()
    assert line.actor is None
    assert str(line).endswith(f"event.seen events.event {event_id}")
