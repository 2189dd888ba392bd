"""Compiled queries equal the ORM and keep no earlier parameters."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore as DjangosStore
from django.contrib.sessions.models import Session
from django.db import connection, models
from django.test import Client
from django.utils import timezone

from epic_events.accounts.access.sessions import SessionStore
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import VersionToken
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event, StaffRole
from epic_events.events.permissions import rights
from epic_events.events.selectors import VersionedEvent, load_versioned_event
from epic_events.infra.database.compiled_queries import (
    CompiledQuery,
    ConcatenatedText,
    Parameter,
    columns_of,
    instance_from,
    loaded_instance,
)
from epic_events.infra.errors import MissingError
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event, make_staff, make_user

pytestmark = pytest.mark.django_db


def load_event_for(viewer: object, slug: str) -> VersionedEvent | None:
    try:
        return load_versioned_event(viewer, slug)
    except MissingError:
        return None


def test_compiled_query_equals_orm_result():
    event = make_event(readings={"a": ["one"]}, decks_due_at=datetime(2030, 5, 1, 10, 30, tzinfo=UTC), capacity=None)
    slug = Parameter("slug", models.TextField())
    asked = CompiledQuery(lambda: Event.objects.filter(slug=slug).values_list(*columns_of(Event)))
    (row,) = asked.rows(slug=event.slug)
    stored = Event.objects.get(pk=event.pk)
    found = instance_from(Event, row)
    output = [(field.attname, getattr(found, field.attname)) for field in Event._meta.concrete_fields]
    assert output == [(field.attname, getattr(stored, field.attname)) for field in Event._meta.concrete_fields]
    assert (found._state.db, found._state.adding) == ("default", False)


def test_loaded_instance_equals_from_db_and_loads_other_columns_later():
    event = make_event()
    names = ("id", "slug")
    fast, usual = (make(names, (event.pk, event.slug)) for make in (partial(loaded_instance, Event), _from_db))
    assert (fast, fast.slug, fast.get_deferred_fields()) == (usual, usual.slug, usual.get_deferred_fields())
    assert (fast._state.db, fast._state.adding, fast._state.fields_cache) == ("default", False, {})
    assert queries_of(lambda: fast.name) == 1
    assert fast.name == event.name


def _from_db(names: tuple[str, ...], values: tuple[Any, ...]) -> Event:
    return Event.from_db("default", names, values)


def test_compiled_query_keeps_no_earlier_parameters():
    one, other = make_event(), make_event()
    asked = CompiledQuery(lambda: Event.objects.filter(slug=Parameter("slug", models.TextField())).values_list("pk"))
    answers = [asked.rows(slug=slug) for slug in (one.slug, other.slug, "' OR 1=1 --", "%s", one.slug)]
    assert answers == [[[one.pk]], [[other.pk]], [], [], [[one.pk]]]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite keeps no plans")
@pytest.mark.django_db(transaction=True)
def test_compiled_query_survives_change_of_column_type():
    """Processes of the previous version continue to serve during a migration."""
    event = make_event()
    asked = CompiledQuery(
        lambda: Event.objects.filter(pk=Parameter("event", models.BigIntegerField())).values_list("place")
    )
    before = [asked.rows(event=event.pk) for _time in range(4)]
    place = Event._meta.get_field("place").db_type(connection)
    migrating = connection.copy()
    try:
        with migrating.cursor() as cursor:
            cursor.execute("ALTER TABLE events_event ALTER COLUMN place TYPE text")
        after = asked.rows(event=event.pk)
    finally:
        with migrating.cursor() as cursor:
            cursor.execute(f"ALTER TABLE events_event ALTER COLUMN place TYPE {place}")
        migrating.close()
    assert [*before, after, asked.rows(event=event.pk)] == [[[event.place]]] * 6


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite keeps no plans")
def test_compiled_query_is_prepared_once_per_connection():
    event = make_event()
    asked = CompiledQuery(lambda: Event.objects.filter(slug=Parameter("slug", models.TextField())).values_list("pk"))
    for _time in range(4):
        assert asked.rows(slug=event.slug) == [[event.pk]]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%events_event%slug%"])
        assert cursor.fetchone() == (1,)


def test_concatenated_text_joins_values_of_column():
    event, user = make_event(), make_user()
    for role in ("scorekeeper", "judge", "organiser"):
        StaffRole.objects.create(event=event, user=user, role=role)
    held = StaffRole.objects.filter(event=event, user=user).order_by().values("event_id")
    joined = held.annotate(all=ConcatenatedText("role")).values_list("all", flat=True)
    assert sorted(joined.get().split()) == ["judge", "organiser", "scorekeeper"]
    assert not joined.filter(role="head_judge").exists()


def test_event_for_viewer_has_requested_version_tokens_only():
    event, other = make_event(), make_event()
    for scope in (0, event.pk, event.pk, other.pk):  # as when several write at once
        VersionToken.objects.create(event_id=scope, latest=f"a{scope}", lasting=f"b{scope}", general=f"c{scope}")
    audit_log.record(None, "round.published", event=event, subject=event)
    found = load_event_for(AnonymousUser(), event.slug)
    assert found is not None
    assert found.tokens == version_tokens(event)
    before = [found.tokens]
    for verb, of in (("round.finished", other), ("result.reported", event), ("ruling.published", None)):
        audit_log.record(None, verb, event=of, subject=event)
        found = load_event_for(AnonymousUser(), event.slug)
        assert found is not None
        assert found.tokens == version_tokens(event)
        before.append(found.tokens)
    assert [tokens.latest == before[0].latest for tokens in before] == [True, True, False, False]
    assert [tokens.lasting == before[0].lasting for tokens in before] == [True, True, True, False]


def test_event_for_viewer_is_visible_with_own_permissions(settings: Any):
    events = [
        make_event(status=Event.Status.DRAFT),
        make_event(),
        make_event(is_demo=True),
        make_event(second_factor_required=True),
    ]
    keeper = make_user(is_superuser=True)
    gone = make_user(is_active=False)
    StaffRole.objects.create(event=events[0], user=gone, role="judge")
    staff = [make_staff(event, role) for event in events for role in ("judge", "organiser")]
    StaffRole.objects.create(event=events[0], user=staff[0], role="scorekeeper")
    viewers = [AnonymousUser(), make_user(), keeper, gone, *staff]
    for demo in (False, True):
        settings.DEMO = demo
        for viewer in viewers * 2:
            found = [load_event_for(viewer, event.slug) for event in events]
            known = [Event.objects.visible_to(viewer).filter(pk=event.pk).first() for event in events]
            assert [each and each.event for each in found] == known
            assert [each and each.rights for each in found] == [each and rights(viewer, each) for each in known]
        assert load_event_for(AnonymousUser(), events[0].slug) is None
        assert (load_event_for(AnonymousUser(), events[2].slug) is not None) == demo


def test_event_for_viewer_takes_one_query():
    event = make_event()
    judge = make_staff(event, "judge")
    load_event_for(judge, event.slug)
    assert queries_of(lambda: load_event_for(judge, event.slug)) == 1
    assert queries_of(lambda: load_event_for(AnonymousUser(), event.slug)) == 1


def test_user_is_loaded_by_primary_key_only():
    ada, bob = make_user("Ada"), make_user("Bob")
    assert [User.objects.get(pk=each.pk).name for each in (ada, bob, ada)] == ["Ada", "Bob", "Ada"]
    assert User.objects.get(pk=str(ada.pk)) == ada
    assert User.objects.get(pk=ada.pk, name="Ada") == ada
    for no_one in (0, -1, 10**30):  # as in forged links
        with pytest.raises(User.DoesNotExist):
            User.objects.get(pk=no_one)
    for wrong in ({"pk": 0}, {"pk": ada.pk, "name": "Bob"}):
        with pytest.raises(User.DoesNotExist):
            User.objects.get(**wrong)


def test_session_is_loaded_until_expiry_as_stored_by_django():
    user, client = make_user(), Client()
    client.force_login(user)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert SessionStore(key).load() == DjangosStore(key).load()
    assert SessionStore(key).load()["_auth_user_id"] == str(user.pk)
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    for nothing in (key, "unknown", None):
        store = SessionStore(nothing)
        assert (store.load(), store.session_key) == ({}, None)
    assert client.get("/me/").status_code == 302


def test_deleted_session_signs_out_at_once():
    user, client = make_user(), Client()
    client.force_login(user)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert client.get("/me/").status_code == 200
    SessionStore().delete(key)
    assert client.get("/me/").status_code == 302
