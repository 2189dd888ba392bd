"""API of submission times and locks."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.decks.context import DeckContext
from tests.epic_events.factories import at, make_event, make_registration, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def program(user: User | None = None) -> APIClient:
    client = APIClient()
    if user is not None:
        client.force_login(user)
    return client


def verbs(event: Any) -> list[str]:
    return list(Entry.objects.filter(event_id=event.pk).order_by("pk").values_list("verb", flat=True))


def test_decklist_times_api_organiser_writes_and_public_reads() -> None:
    organiser = make_user()
    event = make_event(organiser=organiser, decklists_required=True, starts_at=at("2030-05-01 10:00"))
    path = f"/api/v1/events/{event.slug}/decklist-window/"
    open_now = {"opens_at": None, "due_at": None, "locked": None, "closed": False}
    assert program().get(path).json() == open_now
    sent = {"opens_at": "2030-04-01T08:00:00Z", "due_at": "2030-05-01T07:00:00Z"}
    answer = program(organiser).post(path, sent, format="json")
    assert (answer.status_code, answer.json()) == (200, {**sent, "locked": None, "closed": True})
    back = program(organiser).post(path, {"opens_at": None}, format="json")
    assert back.json() == {**open_now, "due_at": sent["due_at"]}
    assert verbs(event) == ["event.changed", "event.changed"]
    judge = make_staff(event, "judge")
    assert program(judge).post(path, sent, format="json").status_code == 403
    assert program(make_user()).post(path, sent, format="json").status_code == 403
    assert program().post(path, sent, format="json").status_code == 401
    wrong = program(organiser).post(path, {"opens_at": sent["due_at"], "due_at": sent["opens_at"]}, format="json")
    assert wrong.status_code == 400


def test_decklist_lock_api_staff_lock_all_lists() -> None:
    event = make_event(decklists_required=True)
    judge = make_staff(event, "judge")
    path = f"/api/v1/events/{event.slug}/decklist-lock/"
    output = []
    for locked in (True, False, None):
        answer = program(judge).post(path, {"locked": locked, "reason": "Round one."}, format="json")
        output.append((answer.status_code, answer.json()["locked"], answer.json()["closed"]))
    assert output == [(200, True, True), (200, False, False), (200, None, False)]
    assert verbs(event) == ["deck.all_locked", "deck.all_opened", "deck.all_by_times"]
    assert program(make_user()).post(path, {"locked": True}, format="json").status_code == 403


def test_decklist_lock_api_staff_lock_one_list() -> None:
    event = make_event(decklists_required=True)
    judge, player = make_staff(event, "judge"), make_user()
    entry = make_registration(event, user=player)
    path = f"/api/v1/registrations/{entry.pk}/decklist-lock/"
    for locked in (True, False):
        answer = program(judge).post(path, {"locked": locked}, format="json")
        assert answer.json() == {"registration": entry.pk, "locked": locked, "own_word": True}
        assert DeckContext.of(entry).is_locked is locked
    assert verbs(event) == ["deck.locked", "deck.unlocked"]
    assert program(player).post(path, {"locked": False}, format="json").status_code == 403
    draft = make_registration(make_event(status="draft"))
    hidden = f"/api/v1/registrations/{draft.pk}/decklist-lock/"
    assert program(judge).post(hidden, {"locked": True}, format="json").status_code == 404
