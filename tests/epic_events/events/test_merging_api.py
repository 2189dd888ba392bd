"""Merging two players through the API."""

import pytest
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from tests.epic_events.factories import make_event, make_player, make_registration, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_merge_api_organiser_of_both_events_merges_players() -> None:
    organiser = make_user()
    first, second = make_event(organiser=organiser), make_event(organiser=organiser)
    user = make_user("Ada")
    account, again = make_player(user=user), make_player("Ada L.")
    entry = make_registration(first, player=again)
    make_registration(second, player=account)
    path = f"/api/v1/registrations/{entry.pk}/same-person/"
    client = APIClient()
    sent = {"player_id": account.pk, "reason": "The same face."}
    assert client.post(path, sent, format="json").status_code == 401
    client.force_login(user)
    assert client.post(path, sent, format="json").status_code == 403
    client.force_login(organiser)
    assert client.post(path, {**sent, "reason": ""}, format="json").status_code == 400
    assert client.post(path, {**sent, "player_id": 10**9}, format="json").status_code == 400
    answer = client.post(path, sent, format="json")
    assert (answer.status_code, answer.json()["player_id"]) == (200, account.pk)
    again.refresh_from_db()
    assert again.merged_into == account
    assert Entry.objects.filter(verb="player.merged").get().reason == "The same face."
    assert client.post(path, sent, format="json").status_code == 400


def test_merge_api_two_accounts_or_entries_in_one_event_is_409() -> None:
    organiser = make_user()
    event, other = make_event(organiser=organiser), make_event(organiser=organiser)
    entry = make_registration(event, user=make_user())
    same, elsewhere = make_registration(event), make_registration(other, user=make_user())
    client = APIClient()
    client.force_login(organiser)
    for one in (same, elsewhere):
        sent = {"player_id": one.player_id, "reason": "The same face."}
        answer = client.post(f"/api/v1/registrations/{entry.pk}/same-person/", sent, format="json")
        assert answer.status_code == 409
