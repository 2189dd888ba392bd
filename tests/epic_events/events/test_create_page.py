"""Page that creates an event in three steps."""

import re
from typing import Any

import pytest
from django.test import Client

from epic_events.events.forms import EventForm
from epic_events.events.models import Event
from tests.epic_events.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DEFAULTS = {
    "check_in_minutes": "60", "best_of": "1", "minutes": "40", "cut": "0", "cut_best_of": "1",
    "decklists_required": "yes", "deck_visibility": "after",
}  # fmt: skip
"""What the folded fields of the page send."""


def create_page(client: Client, **sent: Any) -> str:
    response = client.post("/events/create/", sent) if sent else client.get("/events/create/")
    return response.content.decode()


def steps(page: str) -> tuple[list[str], list[str], bool]:
    """Return the names of the visible and of the folded fields, and True if the latter are unfolded."""
    form = page[page.index("data-event-form") :]
    first, fold, rest = form.partition('<details class="panel"')
    names = [
        re.findall(r'<(?:input|select|textarea)[^>]* name="(\w+)"', part)
        for part in (first, rest.partition("</form>")[0])
    ]
    hidden = ("csrfmiddlewaretoken", "request_key")
    visible, folded = ([name for name in part if name not in hidden] for part in names)
    return visible, folded, fold != "" and " open" in rest.partition(">")[0]


def test_create_page_asks_name_colour_format_time_and_place(client: Client) -> None:
    client.force_login(make_user())
    visible, folded, is_open = steps(create_page(client))
    colours = ["livery"] * 11
    assert visible == ["name", *colours, "format", "best_of", "starts_at", "time_zone", "place"]
    assert sorted({*visible, *folded}) == sorted(EventForm.base_fields)
    assert len(visible + folded) == len(EventForm.base_fields) + 10
    assert not is_open


def test_create_page_steps_with_defaults_create_event(client: Client) -> None:
    client.force_login(make_user())
    form = create_page(client)
    format_ = re.search(r'<option value="([^"]+)" selected', form.partition('name="format"')[2])
    assert format_
    create_page(client, name="Open", format=format_[1], starts_at="2030-05-01T10:00", time_zone="UTC", **DEFAULTS)
    event = Event.objects.get()
    assert (event.name, event.status, event.decklists_required, event.capacity) == ("Open", "draft", True, None)


@pytest.mark.parametrize(("wrong", "is_open"), [({"capacity": "1"}, True), ({"name": ""}, False)])
def test_create_page_opens_settings_with_an_error(client: Client, wrong: dict[str, str], is_open: Any) -> None:
    client.force_login(make_user())
    sent = {"name": "Open", "starts_at": "2030-05-01T10:00", "time_zone": "UTC", **DEFAULTS, **wrong}
    page = create_page(client, format="epic:full-constructed", **sent)
    assert steps(page)[2] is is_open
    assert not Event.objects.exists()


def test_create_page_suggests_time_zone_of_user(client: Client) -> None:
    user = make_user()
    user.time_zone = "Europe/Berlin"
    user.save()
    client.force_login(user)
    zones = create_page(client).partition('name="time_zone"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="([^"]*)" selected', zones) == ["Europe/Berlin"]
