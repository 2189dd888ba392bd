"""Whether an event asks for decklists follows its format unless the organiser decides otherwise."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from epic_events.events.forms import EventForm
from epic_events.events.models import Event
from epic_events.events.services import EventPlan, create_event, edit_event
from epic_events.web.services import duplicate_event
from rules.games import GAMES
from tests.epic_events.factories import make_event, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SOON = timezone.now() + timedelta(days=3)
FORM = {
    "name": "Cup", "starts_at": "2030-05-01T10:00", "time_zone": "UTC", "check_in_minutes": "60", "best_of": "1",
    "minutes": "40", "cut": "0", "cut_best_of": "1", "deck_visibility": "after",
}  # fmt: skip
USUAL = [
    ("epic", "full-constructed", True),
    ("epic", "cube-draft", True),
    ("epic", "sealed", True),
    ("epic", "random-30", False),
    ("epic", "dark-draft", False),
    ("epic-tcg", "pack-war", False),
    ("hex", "limited", True),
]


def test_formats_with_lists_build_or_bring_decks() -> None:
    """Cards are built into decks only where players choose them, and are drafted only to be built."""
    for game in GAMES.values():
        for each in game.formats.values():
            assert each.has_lists or each.build_minutes is None, each
            assert each.draft_minutes is None or each.build_minutes is not None, each
            assert each.build_minutes is None or each.needs_pool, each


@pytest.mark.parametrize(("game", "format_slug", "expected"), USUAL)
def test_event_plan_decklists_follow_format(game: str, format_slug: str, expected: Any) -> None:
    plan = EventPlan(name="Cup", starts_at=SOON, game=game, format=format_slug)
    assert plan.decklists_required is expected
    assert create_event(None, plan).decklists_required is expected
    for chosen in (True, False):
        assert replace(plan, decklists_required=chosen).decklists_required is chosen


@pytest.mark.parametrize(("game", "format_slug", "expected"), USUAL)
def test_create_page_and_api_decklists_follow_format(game: str, format_slug: str, expected: Any) -> None:
    user = make_user()
    client, api = Client(), APIClient()
    client.force_login(user)
    api.force_authenticate(user)
    for sent, required in (("", expected), ("yes", True), ("no", False)):
        data = {**FORM, "format": f"{game}:{format_slug}", "decklists_required": sent}
        assert client.post(f"/events/create/?game={game}", data).status_code == 302
        assert Event.objects.latest("pk").decklists_required is required
    body = {"name": "Cup", "starts_at": "2030-05-01T10:00Z", "game": game, "format": format_slug}
    for extra, required in (
        ({}, expected),
        ({"decklists_required": None}, expected),
        ({"decklists_required": True}, True),
    ):
        response = api.post("/api/v1/events/", {**body, **extra}, format="json")
        assert response.status_code == 201, response.content
        assert response.json()["decklists_required"] is bool(required)


def test_edit_page_keeps_following_the_format() -> None:
    organiser = make_user()
    event = make_event(organiser=organiser, format="full-constructed", decklists_required=True)
    assert EventForm.initial_for_event(event)["decklists_required"] == ""
    client = Client()
    client.force_login(organiser)
    client.post(f"/events/{event.slug}/edit/", {**FORM, "format": "epic:random-30", "decklists_required": ""})
    event.refresh_from_db()
    assert (event.format, event.decklists_required) == ("random-30", False)


def test_edit_page_keeps_a_decision_against_the_format() -> None:
    event = make_event(format="random-30", decklists_required=True)
    assert EventForm.initial_for_event(event)["decklists_required"] == "yes"
    edit_event(None, event, replace(EventPlan.of(event), format="full-constructed"))
    event.refresh_from_db()
    assert event.decklists_required
    event.decklists_required = False
    assert EventForm.initial_for_event(event)["decklists_required"] == "no"


def test_duplicate_keeps_the_decision_of_the_source() -> None:
    for required in (True, False):
        source = make_event(format="random-30", decklists_required=required)
        assert duplicate_event(None, source, starts_at=SOON).decklists_required is required
