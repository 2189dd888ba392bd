"""The livery of an event: chosen at creation and in the settings, otherwise that of the name."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from epic_events.artwork.addresses import picture_url
from epic_events.artwork.drawing.palette import LIVERIES, livery_of_name, palette
from epic_events.events.forms import EventForm
from epic_events.events.models import Event
from epic_events.events.services import EventPlan, create_event, edit_event
from epic_events.infra.errors import UserError
from epic_events.integrations.archives.services import export_event, import_archive
from epic_events.web.services import duplicate_event
from tests.conftest import ROOT
from tests.epic_events.api.cast import client_of
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.permissions.requests import PLAN

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
CSS = (ROOT / "epic_events" / "static" / "css" / "liveries.css").read_text(encoding="utf-8")
START = datetime(2030, 5, 1, 10, tzinfo=UTC)


def test_choices_are_the_liveries_that_can_be_drawn() -> None:
    assert Event.Livery.values == list(LIVERIES)


def test_style_sheet_has_hue_and_cover_colour_of_every_livery() -> None:
    rules = re.findall(
        r'\[data-livery="(\w+)"\], .liveries \[value="\1"\]\) \{\s+--hue: (\d+);\s+--cover: (#\w+);', CSS
    )
    assert rules == [(name, str(livery.hue), palette(name).ground) for name, livery in LIVERIES.items()]


def test_event_without_choice_has_the_livery_of_its_name() -> None:
    event = make_event(name="Lantern League", game="hex")
    assert (event.livery, event.shown_livery) == ("", livery_of_name("Lantern League"))
    assert event.picture_url("cover") == picture_url("cover", "Lantern League", "hex", event.shown_livery)
    event.livery = "rose"
    assert "/rose/" in event.picture_url("back")


def test_database_refuses_an_unknown_livery() -> None:
    with pytest.raises(IntegrityError):
        make_event(livery="gold")


def test_create_event_unknown_livery_is_refused() -> None:
    with pytest.raises(UserError) as caught:
        create_event(None, EventPlan(name="Cup", starts_at=START, livery="gold"))
    assert caught.value.fields == {"livery": f"There is no livery “gold”. Available liveries: {', '.join(LIVERIES)}."}


def test_form_offers_labelled_radio_buttons(client: Client) -> None:
    client.force_login(make_user())
    page = client.get("/events/create/").content.decode()
    field = page[page.index('class="liveries"') : page.index("data-card-back")]
    labels = re.findall(r'name="livery" value="(\w*)"[^>]*>\s*(\w[\w ]*)', field)
    assert [(value, label.strip()) for value, label in labels] == [("", "From the name"), *Event.Livery.choices]
    assert re.findall(r'value="(\w*)"[^>]* checked', field) == [""]


def test_create_and_edit_page_store_the_livery(client: Client) -> None:
    client.force_login(make_user())
    client.post("/events/create/", {**PLAN, "livery": "moss"})
    event = Event.objects.get()
    assert event.livery == "moss"
    page = client.get(f"/events/{event.slug}/edit/").content.decode()
    assert re.findall(r'name="livery" value="(\w*)"[^>]* checked', page) == ["moss"]
    assert f'src="{event.picture_url("back")}"' in page
    client.post(f"/events/{event.slug}/edit/", {**PLAN, "livery": ""})
    event.refresh_from_db()
    assert event.livery == ""


def test_edit_page_of_a_running_event_can_change_the_livery() -> None:
    event = make_event(status="running")
    edit_event(None, event, replace(EventPlan.of(event), livery="iris"))
    event.refresh_from_db()
    assert event.livery == "iris"


@pytest.mark.parametrize("data", [{}, {"livery": "gold", "format": "chess:blitz", "name": "🎲"}])
def test_form_with_any_input_shows_a_card_back(data: dict[str, str]) -> None:
    url = EventForm(data).card_back_url
    assert url == picture_url("back", data.get("name", ""), "epic", "")


def test_api_creates_event_with_livery_and_returns_the_shown_one() -> None:
    client = client_of(make_user())
    body: dict[str, Any] = {"name": "Cup", "starts_at": "2030-05-01T10:00:00Z"}
    assert client.post("/api/v1/events/", body, format="json").json()["livery"] == livery_of_name("Cup")
    assert client.post("/api/v1/events/", {**body, "livery": "pine"}, format="json").json()["livery"] == "pine"
    refused = client.post("/api/v1/events/", {**body, "livery": "gold"}, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["livery"])


def test_copy_and_archive_keep_the_livery() -> None:
    event = make_event(livery="brass", slug="cup")
    assert duplicate_event(None, event, starts_at=START).livery == "brass"
    assert import_archive(None, export_event(None, event), slug="again").livery == "brass"


def test_archive_of_an_earlier_release_has_the_livery_of_the_name() -> None:
    archive = export_event(None, make_event(livery="brass", slug="cup"))
    del archive["event"][0]["livery"], archive["digest"]
    archive["version"] = 1
    assert import_archive(None, archive, slug="again").livery == ""
