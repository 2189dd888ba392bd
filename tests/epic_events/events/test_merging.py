"""Merging two players: permissions, moved entries, and conditions."""

import pytest
from django.test import Client

from epic_events.accounts.models import Player, User
from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from epic_events.events.services import merge_players, search_merge_candidates
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.factories import make_event, make_player, make_registration, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

KNOWN = "Told me at the desk."


def two_events() -> tuple[User, Event, Event]:
    organiser = make_user()
    return organiser, make_event(organiser=organiser), make_event(organiser=organiser)


def register_player(event: Event, player: Player) -> Player:
    make_registration(event, player=player, name=player.name)
    return player


def test_merge_players_moves_entries_and_stores_pointer() -> None:
    organiser, first, second = two_events()
    old, new = register_player(first, make_player("Ada L.")), register_player(second, make_player("Ada Lovelace"))
    entry = old.registrations.get()
    assert merge_players(organiser, old, new, reason=KNOWN) == new
    old.refresh_from_db()
    assert (old.merged_into, list(old.registrations.all())) == (new, [])
    assert [one.event for one in new.registrations.order_by("pk")] == [first, second]
    line = Entry.objects.about(old).get(verb="player.merged")
    assert (line.actor, line.reason) == (organiser, KNOWN)
    assert (line.data["into"], line.data["entries"]) == (new.pk, [entry.pk])
    assert Entry.objects.get(event_id=first.pk, verb="registration.merged").data == {"player": new.pk}
    entry.refresh_from_db()
    assert entry.name == "Ada L."


def test_merge_players_player_with_account_remains() -> None:
    organiser, first, second = two_events()
    account, walk_in = (
        register_player(first, make_player(user=make_user())),
        register_player(second, make_player("Ada")),
    )
    assert merge_players(organiser, account, walk_in, reason=KNOWN) == account
    assert account.registrations.count() == 2


def test_merge_players_conflicts_raise() -> None:
    organiser, first, second = two_events()
    ada, ben = register_player(first, make_player("Ada")), register_player(second, make_player("Ben"))
    with pytest.raises(UserError, match="how you know"):
        merge_players(organiser, ada, ben, reason=" ")
    with pytest.raises(UserError, match="two different players"):
        merge_players(organiser, ada, ada, reason=KNOWN)
    register_player(first, ben)
    with pytest.raises(StateError, match="Both players have an entry in"):
        merge_players(organiser, ada, ben, reason=KNOWN)
    one, two = (
        register_player(first, make_player(user=make_user())),
        register_player(second, make_player(user=make_user())),
    )
    with pytest.raises(StateError, match="accounts cannot be merged"):
        merge_players(organiser, one, two, reason=KNOWN)
    cid, eve = register_player(first, make_player("Cid")), register_player(second, make_player("Eve"))
    merge_players(organiser, cid, eve, reason=KNOWN)
    with pytest.raises(StateError, match="already"):
        merge_players(organiser, cid, ben, reason=KNOWN)


def test_merge_players_only_organisers_of_moved_entries_or_administrators_may() -> None:
    organiser, first, second = two_events()
    old, new = register_player(first, make_player("Ada L.")), register_player(second, make_player("Ada"))
    register_player(make_event(), old)
    for actor in (organiser, make_user(), make_staff(first, "head_judge")):
        with pytest.raises(NotAllowedError):
            merge_players(actor, old, new, reason=KNOWN)
    stranger = register_player(make_event(), make_player("Somebody"))
    mine = register_player(first, make_player("Mine"))
    with pytest.raises(NotAllowedError):
        merge_players(organiser, mine, stranger, reason=KNOWN)
    assert merge_players(make_user(is_superuser=True), old, new, reason=KNOWN) == new


def test_search_merge_candidates_is_limited_to_own_events() -> None:
    organiser, first, second = two_events()
    entry = make_registration(first, name="Ada L.")
    here, there = (
        register_player(second, make_player("Ada Lovelace")),
        register_player(make_event(), make_player("Ada Byron")),
    )
    register_player(first, make_player("Ada Here"))
    assert list(search_merge_candidates(organiser, entry, "ada")) == [here]
    assert list(search_merge_candidates(make_user(is_superuser=True), entry, "ada")) == [there, here]
    assert list(search_merge_candidates(organiser, entry, "ada byron")) == []


def test_merge_page_organiser_merges_players() -> None:
    organiser, first, second = two_events()
    entry = make_registration(first, name="Ada")
    other = register_player(second, make_player("Ada Lovelace"))
    client = Client()
    client.force_login(organiser)
    address = f"/events/{first.slug}/players/{entry.pk}/merge/"
    assert f'href="{address}"' in client.get(f"/events/{first.slug}/players/{entry.pk}/").content.decode()
    assert f'value="{other.pk}"' in client.get(address).content.decode()
    assert "Enter how you know" in client.post(address, {"player": other.pk}).content.decode()
    assert client.post(address, {"player": "999999999", "reason": KNOWN}).status_code == 200
    assert client.post(address, {"player": other.pk, "reason": KNOWN}).status_code == 302
    assert other.registrations.count() == 2
    client.force_login(make_staff(first, "judge"))
    assert client.get(address).status_code == 403
