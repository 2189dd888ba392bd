"""Embeds of pairings and standings in other sites."""

from typing import Any

import pytest
from django.test import Client

from epic_events.events.models import Event
from tests.epic_events.factories import make_event, make_running_event, make_staff
from tests.epic_events.world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

WHAT = ("pairings", "standings")


def framed(event: Event, what: str) -> Any:
    return Client().get(f"/events/{event.slug}/embed/{what}/")


def opened() -> Event:
    world = make_world()
    Event.objects.filter(pk=world.playing.pk).update(embeddable=True)
    return world.playing


@pytest.mark.parametrize("what", WHAT)
def test_embed_needs_permission_of_organisers(what: str) -> None:
    event = make_running_event()
    assert framed(event, what).status_code == 404
    Event.objects.filter(pk=event.pk).update(embeddable=True)
    assert framed(event, what).status_code == 200
    Event.objects.filter(pk=event.pk).update(status="draft")
    assert framed(event, what).status_code == 404


@pytest.mark.parametrize("what", WHAT)
def test_embed_csp_allows_framing_but_no_scripts(what: str) -> None:
    event = make_running_event(embeddable=True)
    answer = framed(event, what)
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert (policy["frame-ancestors"], policy["script-src"], policy["form-action"]) == ("*", "'none'", "'none'")
    assert "X-Frame-Options" not in answer
    assert answer.cookies == {}
    assert "Cookie" not in answer.get("Vary", "")
    page = Client().get(f"/events/{event.slug}/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_embed_shows_staff_same_content_as_public() -> None:
    event = opened()
    staff = Client()
    staff.force_login(make_staff(event))
    for what in WHAT:
        path = f"/events/{event.slug}/embed/{what}/"
        assert staff.get(path).content == Client().get(path).content


def test_embed_shows_pairings() -> None:
    event = opened()
    text = framed(event, "pairings").content.decode()
    names = event.registrations.filter(seats__match__round__stage__event=event).distinct()
    assert names.count() > 0
    assert all(entry.name in text for entry in names if entry.status == "checked_in")


def test_embed_without_round_shows_message() -> None:
    event = make_event(embeddable=True)
    assert "No round is published yet." in framed(event, "pairings").content.decode()
    assert "No round is finished yet." in framed(event, "standings").content.decode()


def test_files_page_shows_embed_code() -> None:
    event = make_event(embeddable=True, slug="cup", name='Cup "one"')
    staff = Client()
    staff.force_login(make_staff(event))
    page = staff.get("/events/cup/files/").content.decode()
    assert "src=&quot;http://localhost:8000/events/cup/embed/pairings/&quot;" in page
    assert "&amp;quot;one&amp;quot;" in page
