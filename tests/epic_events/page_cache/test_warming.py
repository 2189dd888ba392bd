"""Cache warming on publication of a round."""

import pickle
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from epic_events.events.models import Event
from epic_events.infra import cached_values
from epic_events.page_cache import warming
from epic_events.page_cache.pages import request_key
from epic_events.pairings import services
from epic_events.pairings.models import Round
from tests.epic_events.counting import queries_of
from tests.epic_events.events.test_races import at_once
from tests.epic_events.factories import make_event
from tests.epic_events.page_cache.pages import cached_page_urls, shown
from tests.epic_events.pairings.play import matches_of, played_round, running_event, users_at

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _made_ahead_is_there() -> None:
    """Show nothing before commit, as on a real site."""


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def drafted() -> tuple[Event, Any, Round]:
    event, organiser = running_event(6, stage={"rounds": 4})
    played_round(event, organiser)
    return event, organiser, services.pair_round(organiser, event, seed=2)


def count_queries(reader: Client, paths: list[str]) -> list[int]:
    return [queries_of(partial(reader.get, path)) for path in paths]


@pytest.mark.usefixtures("one_minute")
def test_publish_warms_the_cache(django_capture_on_commit_callbacks: Any):
    event, organiser, draft = drafted()
    paths, visitor = cached_page_urls(event), Client()
    before = [shown(visitor, path) for path in paths]
    with django_capture_on_commit_callbacks(execute=True):
        services.publish_round(organiser, draft)
    ready, found = count_queries(visitor, paths), [shown(visitor, path) for path in paths]
    again = count_queries(Client(), paths)
    cache.clear()
    uncached = count_queries(visitor, paths)
    cache.clear()
    assert [shown(Client(), path) for path in paths] == found
    assert [now != then for now, then in zip(found, before, strict=True)] == [True, True, True, True, False]
    assert again == [1] * len(paths)
    assert ready == [2, 1, 1, 2, 1]  # what stands in the gaps of a visitor
    assert [late > soon for late, soon in zip(uncached, ready, strict=True)] == [True] * len(paths)


def test_warmed_page_shows_each_user_the_own_table(django_capture_on_commit_callbacks: Any):
    event, organiser, draft = drafted()
    players = [user for match in matches_of(draft) for user in users_at(match)]
    readers = [Client(), *map(signed_in, players), signed_in(organiser)]
    paths = cached_page_urls(event)
    for reader in readers:
        for path in paths:
            reader.get(path)
    with django_capture_on_commit_callbacks(execute=True):
        services.publish_round(organiser, draft)
    stored = [[shown(reader, path) for path in paths] for reader in readers]
    cache.clear()
    assert [[shown(reader, path) for path in paths] for reader in readers] == stored


def cache_contents() -> dict[str, bytes]:
    held: Any = cache
    return dict(held._cache)


def test_warmed_page_is_hidden_until_commit_and_after_rollback(django_capture_on_commit_callbacks: Any):
    event, organiser, draft = drafted()
    paths = cached_page_urls(event)
    before, questions = [shown(Client(), path) for path in paths], count_queries(Client(), paths)
    stored = cache_contents()
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        services.publish_round(organiser, draft)
        meanwhile = cache_contents()
        transaction.set_rollback(True)
    new = {pickle.loads(value) for key, value in meanwhile.items() if key not in stored}
    assert {key: value for key, value in meanwhile.items() if key in stored} == stored
    assert new == {1}  # turns at making something, and nothing made
    assert count_queries(Client(), paths) == questions
    assert [shown(Client(), path) for path in paths] == before


def test_cache_warming_skips_pages_that_were_never_requested(django_capture_on_commit_callbacks: Any):
    _event, organiser, draft = drafted()
    cache.clear()
    with django_capture_on_commit_callbacks(execute=True):
        services.publish_round(organiser, draft)
    assert cache_contents() == {}


def test_cache_warming_error_does_not_fail_the_publication(
    django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture
):
    _event, organiser, draft = drafted()
    cached_values.set_many({request_key("/no/such/page/", "en", signed_in=False): True})
    with django_capture_on_commit_callbacks(execute=True):
        services.publish_round(organiser, draft)
        warming.warm_pages(["/no/such/page/"])
    assert [record.message for record in caplog.records] == ["Pages that many will open could not be made ahead"]
    assert Round.objects.get(pk=draft.pk).status == Round.Status.PUBLISHED


def test_cache_warming_skips_hidden_events(caplog: pytest.LogCaptureFixture):
    draft = make_event(status=Event.Status.DRAFT)
    for who in (False, True):
        cached_values.set_many({request_key(draft.get_absolute_url(), "en", signed_in=who): True})
    before = cache_contents()
    with transaction.atomic():
        warming.warm_pages([draft.get_absolute_url()])
    assert (cache_contents(), caplog.records) == (before, [])


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_request_during_publication_sees_the_old_or_the_new_page():
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")
    event, organiser, draft = drafted()
    path = cached_page_urls(event)[1]
    before = shown(Client(), path)
    looks: list[Any] = at_once(lambda: services.publish_round(organiser, draft), *[lambda: read_repeatedly(path)] * 6)[
        1:
    ]
    after = shown(Client(), path)
    cache.clear()
    assert shown(Client(), path) == after != before
    assert {text for look in looks for text in look} <= {before, after}
    assert [sorted(look, key=[before, after].index) for look in looks] == looks


def read_repeatedly(path: str) -> list[str]:
    return [shown(Client(), path) for _time in range(20)]
