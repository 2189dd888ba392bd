"""Events and registrations API: visibility, filters, pagination, queries."""

from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from epic_events.events.models import Event, Registration
from rules.games import GAMES
from tests.epic_events.api.cast import NOT_STAFF, ROOT, STAFF, Cast, client_of, get, refused
from tests.epic_events.factories import at, make_event, make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db


def slugs(body: dict[str, Any]) -> list[str]:
    return [row["slug"] for row in body["results"]]


def test_event_detail_has_all_fields() -> None:
    event = make_event(
        name="Spring Open",
        slug="spring-open",
        starts_at=at("2026-03-01T09:00"),
        capacity=8,
        cut=4,
        readings="I-40=2",
        decklists_required=True,
        stage={"rounds": 3, "best_of": 3, "minutes": 50},
    )
    make_registration(event)
    make_registration(event, status=Registration.Status.CHECKED_IN)
    make_registration(event, status=Registration.Status.WAITLISTED)
    make_registration(event, status=Registration.Status.WITHDRAWN)
    body = get(APIClient(), "events/spring-open/")
    swiss, cut = (stage.pop("id") for stage in body["stages"])
    assert (swiss, cut) == tuple(event.stages.order_by("order").values_list("pk", flat=True))
    shared = {
        "name": "", "first_round": 1, "entered": None, "carries": False, "power_from": None, "pod_size": None,
        "pod_order": "", "draft_minutes": None, "build_minutes": None, "legs": 1,
        "third_place": False, "final_reset": False,
    }  # fmt: skip
    shared |= {"format": "full-constructed", "tie_breaks": ["omw", "gw", "ogw", "head_to_head", "lot"]}
    assert body == {
        "slug": "spring-open",
        "name": "Spring Open",
        "description": "",
        "place": "Hall 3, Leipzig",
        "livery": "lagoon",
        "time_zone": "Europe/Berlin",
        "starts_at": "2026-03-01T09:00:00Z",
        "check_in_opens_at": "2026-03-01T08:00:00Z",
        "capacity": 8,
        "playing": 2,
        "waiting": 1,
        "game": "epic",
        "format": "full-constructed",
        "rules_version": "RB-2017",
        "interpretations": "I-40=2",
        "printings": "",
        "decklists_required": True,
        "deck_visibility": "after",
        "decks_open_at": None,
        "decks_due_at": None,
        "second_factor_required": False,
        "embeddable": False,
        "status": "open",
        "stages": [
            {"order": 1, "kind": "swiss", "best_of": 3, "minutes": 50, "rounds": 3, "cut_size": None, **shared},
            {"order": 2, "kind": "elimination", "best_of": 1, "minutes": None, "rounds": None, "cut_size": 4, **shared},
        ],
        "url": "http://testserver/events/spring-open/",
    }


def test_draft_event_is_visible_to_staff_only() -> None:
    event = make_event(slug="secret", status=Event.Status.DRAFT)
    entry = make_registration(event, user=make_user())
    below = [f"events/secret/{part}/" for part in ("registrations", "decklists", "rounds", "matches", "standings")]
    for outsider in (APIClient(), client_of(make_user()), client_of(entry.player.user)):
        assert get(outsider, "events/")["count"] == 0
        for path in ["events/secret/", *below]:
            assert refused(outsider, path, 404)["message"] == "This event does not exist."
    for role in STAFF:
        staff = client_of(make_staff(event, role))
        assert slugs(get(staff, "events/")) == ["secret"]
        for path in ["events/secret/", *below]:
            get(staff, path)
    assert slugs(get(client_of(make_user(is_superuser=True)), "events/")) == ["secret"]


def test_list_events_filters() -> None:
    make_event(slug="first", status=Event.Status.FINISHED, starts_at=at("2025-01-01T10:00"))
    make_event(slug="second", starts_at=at("2026-06-01T10:00"), rules_version="CR-2016-03")
    client = APIClient()
    assert slugs(get(client, "events/")) == ["second", "first"]
    assert slugs(get(client, "events/", status="finished")) == ["first"]
    assert slugs(get(client, "events/", rules_version="CR-2016-03")) == ["second"]
    assert slugs(get(client, "events/", game="epic", deck_format="full-constructed")) == ["second", "first"]
    assert slugs(get(client, "events/", deck_format="other")) == []
    assert slugs(get(client, "events/", starts_after="2026-06-01T10:00Z")) == ["second"]
    assert slugs(get(client, "events/", starts_before="2026-06-01T10:00Z")) == ["first"]
    for query in ("status=maybe", "starts_after=tomorrow", "rules_version=RB-1900", "game=%00"):
        error = refused(client, f"events/?{query}", 400)
        assert list(error["fields"]) == [query.partition("=")[0]]


def test_list_events_unknown_game_lists_known_games() -> None:
    make_event(slug="gone", game="chess", format="blitz", rules_version="FIDE")
    sentences = [refused(APIClient(), f"{path}?game=chess", 400)["fields"]["game"] for path in ("events/", "cards/")]
    assert sentences[0] == sentences[1]
    assert all(game in sentences[0] for game in GAMES)
    assert slugs(get(APIClient(), "events/", game="hex")) == []


def test_list_events_is_paginated() -> None:
    for number in range(5):
        make_event(slug=f"event-of-day-{number}", starts_at=datetime(2026, 1, 1 + number, tzinfo=UTC))
    client = APIClient()
    first = get(client, "events/", page_size=2)
    assert (first["count"], slugs(first), first["previous"]) == (5, ["event-of-day-4", "event-of-day-3"], None)
    second = client.get(first["next"]).json()
    assert slugs(second) == ["event-of-day-2", "event-of-day-1"]
    last = client.get(second["next"]).json()
    assert (slugs(last), last["next"]) == (["event-of-day-0"], None)
    for size in ("0", "-1", "nine"):
        refused = client.get("/api/v1/events/", {"page_size": size})
        assert (refused.status_code, list(refused.json()["fields"])) == (400, ["page_size"])


def test_list_registrations_page_size_is_at_most_200() -> None:
    event = make_event(slug="big")
    for _ in range(201):
        make_registration(event)
    assert len(get(APIClient(), "events/big/registrations/", page_size=1000)["results"]) == 200
    assert len(get(APIClient(), "events/big/registrations/")["results"]) == 50


def test_list_registrations_is_sorted_by_name_without_withdrawn() -> None:
    event = make_event(slug="open")
    viewer = make_user("Berta")
    make_registration(event, name="Carl", status=Registration.Status.CHECKED_IN, checked_in_at=at("2026-01-01T09:00"))
    own = make_registration(event, user=viewer, registered_at=at("2026-01-01T08:00"))
    make_registration(event, name="Anna", status=Registration.Status.WAITLISTED)
    make_registration(event, name="Wanda", status=Registration.Status.WITHDRAWN)
    rows = get(client_of(viewer), "events/open/registrations/")["results"]
    assert [(row["name"], row["status"], row["mine"]) for row in rows] == [
        ("Anna", "waitlisted", False),
        ("Berta", "registered", True),
        ("Carl", "checked_in", False),
    ]
    assert rows[1] == {
        "id": own.pk,
        "player_id": own.player_id,
        "name": "Berta",
        "status": "registered",
        "registered_at": "2026-01-01T08:00:00Z",
        "checked_in_at": None,
        "mine": True,
        "readiness": None,
    }


def test_list_registrations_filters() -> None:
    event = make_event(slug="open")
    viewer = make_user("Berta")
    make_registration(event, user=viewer)
    make_registration(event, name="Carl", status=Registration.Status.CHECKED_IN)

    def names(client: APIClient, **query: str) -> list[str]:
        return [row["name"] for row in get(client, "events/open/registrations/", **query)["results"]]

    assert names(client_of(viewer), mine="true") == ["Berta"]
    assert names(client_of(viewer), mine="false") == ["Carl"]
    assert names(APIClient(), mine="true") == []
    assert names(APIClient(), status="checked_in") == ["Carl"]


@pytest.mark.parametrize("who", [*NOT_STAFF, *STAFF])
def test_list_registrations_is_equal_for_all_users_except_mine(cast: Cast, who: str) -> None:
    rows = get(cast.client(who), f"events/{cast.event.slug}/registrations/")["results"]
    assert [row["mine"] for row in rows].count(True) == (who in ("player", "other_player"))
    assert rows[0].keys() == {
        *("id", "player_id", "name", "status", "registered_at", "checked_in_at", "mine", "readiness")
    }


@pytest.mark.parametrize("number", [1, 4])
def test_list_events_query_count_is_constant(django_assert_num_queries: Any, number: int) -> None:
    for _ in range(number):
        make_registration(make_event(cut=2))
    with django_assert_num_queries(3):  # count, events with numbers, stages
        assert get(APIClient(), "events/")["count"] == number


@pytest.mark.parametrize("number", [1, 4])
def test_list_registrations_query_count_is_constant(django_assert_num_queries: Any, number: int) -> None:
    event = make_event(slug="open")
    for _ in range(number):
        make_registration(event, user=make_user())
    with django_assert_num_queries(3):  # event, count, entries
        assert get(APIClient(), "events/open/registrations/")["count"] == number


def test_events_unchanged_return_304() -> None:
    event = make_event(slug="open")
    client = APIClient()
    for path in ("events/", "events/open/", "events/open/registrations/"):
        first = client.get(f"{ROOT}{path}")
        again = client.get(f"{ROOT}{path}", headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        event.name += "!"
        event.save()
        make_registration(event)
        changed = client.get(f"{ROOT}{path}", headers={"If-None-Match": first["ETag"]})
        assert (changed.status_code, changed["ETag"] == first["ETag"]) == (200, False)
