"""Processor time of the standings page."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from epic_events.events.models import Event, StaffRole
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import first_entry, played_round, running_event, user_of

pytestmark = pytest.mark.django_db
NO_CACHE = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


def finished_event() -> Event:
    event, organiser = running_event(4)
    played_round(event, organiser)
    return event


def computations(event: Event, client: Client) -> int:
    """Return how many times a request for the standings computes them."""
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        page = client.get(f"/events/{event.slug}/standings/").content.decode()
    assert "Your rank" in page
    return sum("games_drawn" in query["sql"] and "SELECT" in query["sql"] for query in captured)


@pytest.mark.parametrize("is_staff", [False, True])
def test_standings_page_of_a_player_computes_standings_once(is_staff: bool) -> None:
    event = finished_event()
    player = user_of(first_entry(event))
    if is_staff:
        make_staff(event, StaffRole.Role.SCOREKEEPER, player)
    client = Client()
    client.force_login(player)
    assert computations(event, client) == 1


def test_standings_page_of_a_player_without_cache_computes_standings_once(settings: Any) -> None:
    event = finished_event()
    client = Client()
    client.force_login(user_of(first_entry(event)))
    settings.CACHES = {**settings.CACHES, **NO_CACHE}
    assert computations(event, client) == 1
