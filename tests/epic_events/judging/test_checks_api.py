"""API of deck checks and deck sheets."""

from typing import Any

import pytest
from django.test import Client

from epic_events.decks import services as decks
from epic_events.events.models import StaffRole
from epic_events.judging.models import CheckDraw
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_key, make_staff, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, user_of

pytestmark = pytest.mark.django_db


def test_deck_check_api_draws_begins_and_ends_a_check(client: Client) -> None:
    event, organiser = running_event(4)
    judge = make_staff(event, StaffRole.Role.JUDGE)
    match = matches_of(published_round(event, organiser))[0]
    entry = match.seats.get(place=1).registration
    decks.submit(organiser, entry, legal_text())
    headers = {"Authorization": f"Bearer {make_key(judge)}"}

    def post(path: str, body: Any) -> Any:
        return client.post(f"/api/v1{path}", body, content_type="application/json", headers=headers)

    drawn = post(f"/rounds/{match.round_id}/deck-checks/draw/", {"count": 2})
    assert (drawn.status_code, sorted(drawn.json()["tables"])) == (201, [1, 2])
    assert drawn.json()["seed"] == CheckDraw.objects.get().seed
    begun = post(f"/events/{event.slug}/deck-checks/", {"registration": entry.pk, "match": match.pk})
    assert (begun.status_code, begun.json()["outcome"], begun.json()["table"]) == (201, "", 1)
    assert begun.json()["decklist"] == entry.deck_versions.get().pk
    ended = post(f"/deck-checks/{begun.json()['id']}/end/", {"outcome": "fine", "minutes": 5})
    assert (ended.json()["outcome"], ended.json()["minutes"]) == ("fine", 5)
    assert match.extensions.get().minutes == 5
    listed = client.get(f"/api/v1/events/{event.slug}/deck-checks/", headers=headers).json()["results"]
    assert listed == [ended.json()]
    assert post(f"/events/{event.slug}/deck-checks/", {"registration": entry.pk, "match": 10**9}).status_code == 404


def test_deck_sheet_api_is_limited_to_player_and_staff(client: Client) -> None:
    event, organiser = running_event(2)
    entry = event.registrations.order_by("pk")[0]
    version = decks.submit(organiser, entry, legal_text())
    path = f"/events/{event.slug}/decks/{entry.pk}/sheet/"
    for user, status in ((organiser, 200), (user_of(entry), 200), (make_user(), 403)):
        client.force_login(user)
        assert client.get(path).status_code == status
    client.force_login(organiser)
    text = client.get(path).text
    assert f"receipt {version.fingerprint}" in text
    assert text.count("☐") == len(version.deck["main"])
    other = event.registrations.order_by("pk")[1]
    assert client.get(f"/events/{event.slug}/decks/{other.pk}/sheet/").status_code == 404
