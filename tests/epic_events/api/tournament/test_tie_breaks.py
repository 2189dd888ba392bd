"""Tie-breaks API."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from epic_events.events.models import Event
from epic_events.pairings.methods.standings import PRESETS
from epic_events.pairings.methods.tie_breaks.chain import preset_of
from epic_events.pairings.standings import ranking
from tests.epic_events.api.cast import ROOT, client_of, get
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import played_round, running_event, swiss

pytestmark = pytest.mark.django_db


def put(client: APIClient, event: Event, status: int = 200, **data: Any) -> Any:
    answer = client.put(f"{ROOT}events/{event.slug}/stages/1/tie-breaks/", data, format="json")
    assert answer.status_code == status, answer.content.decode()
    return answer.json()


def chain_of(event: Event) -> str:
    return preset_of(ranking.settings_of(swiss(event)).chain)


def test_tie_breaks_are_public_with_settings() -> None:
    event, _organiser = running_event(4)
    found = get(APIClient(), f"events/{event.slug}/stages/1/tie-breaks/")
    assert (found["stage"], found["preset"], found["points"]) == (
        1,
        "epic",
        {"win": 3, "draw": 1, "loss": 0, "bye": 3},
    )
    assert [item["name"] for item in found["tie_breaks"]] == ["omw", "gw", "ogw", "head_to_head", "lot"]
    assert found["tie_breaks"][1]["settings"] == {"floor": "1/3", "own_byes": "in"}
    assert [item["name"] for item in found["presets"]] == [*PRESETS]


def test_tie_breaks_organiser_sets_preset_or_list() -> None:
    event, organiser = running_event(4)
    client = client_of(organiser)
    assert put(client, event, preset="pokemon")["preset"] == "pokemon"
    assert chain_of(event) == "pokemon"
    own = put(client, event, tie_breaks=["omw", {"name": "gw", "floor": "0"}, "ogw"])
    assert own["preset"] == "magic-third-raw-gw"
    points = {"win": 1, "draw": 0, "loss": 0, "bye": 1}
    assert put(client, event, preset="flesh-and-blood", points=points)["points"] == points
    played_round(event, organiser)
    assert put(client, event, 400, preset="netrunner")["fields"] == {
        "reason": "Enter a reason. Players will ask for it."
    }
    put(client, event, 409, preset="netrunner", points={"win": 3, "draw": 1, "loss": 0, "bye": 3}, reason="Typo.")
    assert put(client, event, preset="netrunner", reason="Announced so.")["preset"] == "netrunner"


def test_tie_breaks_invalid_input_stores_nothing() -> None:
    event, organiser = running_event(4)
    client = client_of(organiser)
    put(client, event, 400)
    put(client, event, 400, preset="epic", tie_breaks=["omw"])
    put(client, event, 400, preset="luck")
    assert put(client, event, 400, tie_breaks=["luck"])["code"] == "tie_breaks"
    put(client, event, 400, tie_breaks=[{"name": "omw", "floor": "1/0"}])
    put(client, event, 400, tie_breaks="omw")
    put(client, event, 400, preset="epic", points={"win": -1, "draw": 0, "loss": 0, "bye": 0})
    assert chain_of(event) == "epic"


def test_tie_breaks_non_organiser_is_refused() -> None:
    event, _organiser = running_event(4)
    put(client_of(make_user()), event, 403, preset="netrunner")
    put(APIClient(), event, 401, preset="netrunner")
    assert chain_of(event) == "epic"
