"""Pictures on pages: every event shows its own."""

import re

import pytest
from django.test import Client

from tests.epic_events.factories import make_event, make_staff

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_event_page_has_cover_ribbon_and_livery(client: Client) -> None:
    event = make_event(slug="cup", livery="plum")
    page = client.get("/events/cup/").content.decode()
    assert re.search(r'<html[^>]* data-livery="plum"', page)
    assert re.findall(r'(?:srcset|src)="(/pictures/[^"]+)"', page[page.index("<main") :]) == [
        event.picture_url("ribbon"),
        event.picture_url("cover"),
    ]


def test_every_page_of_an_event_has_its_card_back_and_livery_in_the_bar() -> None:
    event = make_event(slug="cup", name="Cup <b>", livery="moss")
    client = Client()
    client.force_login(make_staff(event))
    for path in ("", "players/", "rounds/", "desk/", "staff/"):
        page = client.get(f"/events/cup/{path}").content.decode()
        bar = page[page.index('class="brand brand-event"') : page.index('class="site-nav"')]
        assert 'data-livery="moss"' in page
        assert event.picture_url("mini") in bar
        assert "Cup &lt;b&gt;" in bar


def test_lists_show_the_card_back_of_each_event(client: Client) -> None:
    events = [make_event(name=name) for name in ("Cup", "Open")]
    page = client.get("/events/").content.decode()
    assert re.findall(r'class="card-mini"\s+src="([^"]+)"', page) == [event.picture_url("mini") for event in events]
    home = client.get("/").content.decode()
    assert [event.picture_url("poster") in home for event in events] == [True, True]


def test_pages_without_event_have_no_livery(client: Client) -> None:
    page = client.get("/events/").content.decode()
    assert "data-livery" not in page
    assert "brand-event" not in page


def test_change_of_livery_renews_the_cached_page() -> None:
    event = make_event(slug="cup", livery="plum")
    client = Client()
    assert event.picture_url("cover") in client.get("/events/cup/").content.decode()
    organiser = Client()
    organiser.force_login(make_staff(event, "organiser"))
    form = organiser.get("/events/cup/edit/").context["form"]
    data = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    data = {
        name: value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value for name, value in data.items()
    }
    data = {name: "on" if value is True else value for name, value in data.items() if value is not False}
    assert organiser.post("/events/cup/edit/", {**data, "livery": "rose"}).status_code == 302
    assert "/cover/epic/rose/" in client.get("/events/cup/").content.decode()
