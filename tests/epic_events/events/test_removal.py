"""Removing personal data from finished events, and closing accounts."""

from time import time

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import Player, User
from epic_events.audit_log.models import Entry
from epic_events.events import services
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.pairings.standings.rows import standing_rows
from tests.epic_events.factories import make_event, make_staff, make_user
from tests.epic_events.pairings.play import (
    entry_of,
    first_entry,
    matches_of,
    played_round,
    running_event,
    swiss,
    user_of,
)

pytestmark = pytest.mark.django_db


def standings(event: Event) -> list[object]:
    return [(row.registration.pk, row.standing) for row in standing_rows(swiss(event), None)]


@pytest.fixture
def finished():
    event, organiser = running_event(5)
    rounds = [played_round(event, organiser, seed=seed) for seed in (1, 2)]
    event.status = Event.Status.FINISHED
    event.save()
    return event, organiser, entry_of(matches_of(rounds[0])[0], 1)


def test_remove_person_anonymises_name_and_preserves_standings(finished):
    event, organiser, entry = finished
    before, name, user = standings(event), entry.name, user_of(entry)
    services.remove_person(organiser, entry, reason="Asked to be forgotten")
    entry.refresh_from_db()
    assert (entry.name, entry.player.user, entry.player.name) == (f"Player {entry.pk}", None, f"Player {entry.pk}")
    assert standings(event) == before
    assert Player.objects.get(user=user).name == name
    last = Entry.objects.of_event(event.pk)[0]
    assert (last.verb, last.reason, last.data) == ("registration.anonymised", "Asked to be forgotten", {})
    with pytest.raises(StateError, match="already been removed"):
        services.remove_person(organiser, entry)


def test_remove_person_player_without_account_is_anonymised():
    organiser = make_user()
    event = make_event(organiser=organiser)
    entry = services.add_player(organiser, event, name="Ada Lovelace")
    player = entry.player
    services.cancel_event(organiser, event, reason="Storm")
    services.remove_person(organiser, entry)
    player.refresh_from_db()
    assert player.name == f"Player {player.pk}"
    assert not Registration.objects.filter(name__contains="Ada").exists()


@pytest.mark.parametrize("role", ["judge", "head_judge", "scorekeeper"])
def test_remove_person_only_organisers_and_player_may(finished, role):
    event, _, entry = finished
    with pytest.raises(NotAllowedError):
        services.remove_person(make_staff(event, role), entry)
    services.remove_person(user_of(entry), entry)


def test_remove_person_during_play_is_refused():
    event, organiser = running_event(4)
    entry = first_entry(event)
    with pytest.raises(StateError, match="is not over"):
        services.remove_person(organiser, entry)
    with pytest.raises(StateError, match="once these events are over"):
        services.close_account(None, user_of(entry))
    entry.refresh_from_db()
    assert entry.player.user is not None


def test_close_account_removes_personal_data(finished):
    event, _, entry = finished
    user = user_of(entry)
    assert EmailAddress.objects.filter(user=user).exists()
    other = make_event(organiser=make_user())
    StaffRole.objects.create(event=other, user=user, role=StaffRole.Role.JUDGE)
    address, before = user.email, standings(event)
    call_command("close_account", address, reason="Asked to be forgotten")
    user.refresh_from_db()
    assert (user.email, user.name, user.is_active) == (f"person-{user.pk}@removed.invalid", f"Person {user.pk}", False)
    assert not user.has_usable_password()
    assert not EmailAddress.objects.filter(email=address).exists()
    assert not StaffRole.objects.filter(user=user).exists()
    assert standings(event) == before
    assert event.registrations.get(pk=entry.pk).name == f"Player {entry.pk}"
    with pytest.raises(CommandError, match="no account"):
        call_command("close_account", address)


def test_close_account_of_last_organiser_is_refused():
    organiser = make_user()
    event = make_event(organiser=organiser)
    with pytest.raises(StateError, match="have no other organiser"):
        services.close_account(organiser, organiser)
    make_staff(event)
    services.close_account(organiser, organiser)
    assert not User.objects.get(pk=organiser.pk).is_active


def test_removal_pages_anonymise_and_close_account(client: Client, finished):
    event, organiser, entry = finished
    client.force_login(organiser)
    page = reverse("events:player", args=[event.slug, entry.pk])
    assert "Remove personal data" in client.get(page).content.decode()
    act = reverse("events:act", args=[event.slug, entry.pk, "remove-person"])
    assert client.post(act, {"reason": "Asked"}).status_code == 302
    shown = client.get(page).content.decode()
    assert f"<bdi>Player {entry.pk}</bdi>" in shown
    assert "Remove personal data" not in shown
    assert "Link to claim" not in shown


def test_close_own_account_requires_reauthentication(client: Client):
    user = make_user("Ada")
    client.force_login(user)
    assert client.get(reverse("web:close")).status_code == 302
    session = client.session
    session["proved_at"] = [user.pk, time()]
    session.save()
    assert client.post(reverse("web:close"), {}).status_code == 400
    assert client.post(reverse("web:close"), {"sure": "on"})["Location"] == "/"
    assert client.get(reverse("web:me")).status_code == 302
    user.refresh_from_db()
    assert not user.is_active
