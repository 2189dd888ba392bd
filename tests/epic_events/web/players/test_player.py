"""Player page and API: public data only."""

from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import Player
from epic_events.decks import services as decks
from epic_events.events.models import Event, Participation
from epic_events.events.services import merge_players, remove_person
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_player, make_registration, make_running_event, make_user
from tests.epic_events.pairings.play import played_round

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def ended_with(*players: Player, **fields: Any) -> Event:
    """Return a finished event of these two players, the first of whom won."""
    organiser = make_user()
    event = make_running_event(0, organiser=organiser, stage={"rounds": 1}, **fields)
    for player in players:
        entry = make_registration(event, player=player, status="checked_in", consented_at=timezone.now())
        Participation.objects.create(stage=event.stages.get(), registration=entry)
    played_round(event, organiser)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    return Event.objects.get(pk=event.pk)


def read(player: Player) -> dict[str, Any]:
    answer: Any = Client().get(f"/api/v1/players/{player.pk}/")
    assert answer.status_code == 200
    output: dict[str, Any] = answer.json()
    return output


def text_of(player: Player) -> str:
    answer: Any = Client().get(f"/players/{player.pk}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def statuses(player: Player) -> list[int]:
    return [Client().get(f"{root}players/{player.pk}/").status_code for root in ("/", "/api/v1/")]


def wins_of(player: Player, event: Event) -> int:
    return event.registrations.get(player=player).seats.filter(outcome="win").count()


def test_player_page_shows_places_records_and_opponents():
    ada, bert = make_player("Ada"), make_player("Bert")
    events = [ended_with(ada, bert), ended_with(ada, bert)]
    won = sum(wins_of(ada, event) for event in events)
    output = read(ada)
    record = {"won": won, "lost": 2 - won, "drawn": 0}
    assert (output["id"], output["name"], output["record"]) == (ada.pk, "Ada", record)
    assert output["opponents"] == [{"player": bert.pk, "name": "Bert", "record": record}]
    assert [each["event"] for each in output["events"]] == [event.slug for event in reversed(events)]
    for each, event in zip(output["events"], reversed(events), strict=True):
        first = wins_of(ada, event)
        assert (each["place"], each["players"]) == (2 - first, 2)
        assert each["record"] == {"won": first, "lost": 1 - first, "drawn": 0}
    text = text_of(ada)
    assert f'<a href="/players/{bert.pk}/"><bdi>Bert</bdi></a>' in text
    assert text.count(f'<a href="/events/{events[0].slug}/result/">') == 1


def test_player_page_lists_public_events_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(settings, "DEMO", False)
    ada = make_player("Ada")
    make_registration(make_event(status=Event.Status.DRAFT), player=ada, status="checked_in")
    make_registration(make_event(), player=ada)
    make_registration(make_event(status=Event.Status.CANCELLED), player=ada)
    make_registration(make_running_event(2), player=ada, status="withdrawn")
    make_registration(make_running_event(2, is_demo=True), player=ada, status="checked_in")
    assert statuses(ada) == [404, 404]
    assert statuses(make_player()) == [404, 404]
    running = make_running_event(2)
    make_registration(running, player=ada, status="checked_in")
    output = read(ada)
    assert [(each["event"], each["place"], each["record"]) for each in output["events"]] == [(running.slug, None, None)]
    assert text_of(ada).count("Running") == 1


def test_player_page_links_public_decklists():
    user = make_user("Ada")
    ada = make_player(user=user)
    for visibility in ("after", "staff"):
        event = make_event(decklists_required=True, deck_visibility=visibility)
        decks.submit(user, make_registration(event, player=ada, status="checked_in"), legal_text())
        Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    output = {each["event"]: each["list_open"] for each in read(ada)["events"]}
    assert output == {
        event.slug: event.deck_visibility == "after" for event in Event.objects.filter(registrations__player=ada)
    }
    mine = Client()
    mine.force_login(user)
    opened = Event.objects.get(deck_visibility="after")
    for client in (Client(), mine):
        text = client.get(f"/players/{ada.pk}/").content.decode()
        assert text.count(f"/events/{opened.slug}/decks/") == text.count("/decks/") == 1


def test_player_page_removed_player_is_404_and_anonymous_elsewhere():
    ada, bert = make_player("Ada"), make_player("Bert")
    event = ended_with(ada, bert)
    entry = event.registrations.get(player=bert)
    text_of(ada)
    remove_person(None, entry)
    entry.refresh_from_db()
    assert [statuses(bert), statuses(entry.player)] == [[404, 404], [404, 404]]
    assert [(one["player"], one["name"]) for one in read(ada)["opponents"]] == [(None, f"Player {entry.pk}")]
    text = text_of(ada)
    assert "Bert" not in text
    assert f'href="/players/{entry.player_id}/"' not in text
    places = Client().get(f"/events/{event.slug}/result/").content.decode()
    assert f'href="/players/{entry.player_id}/"' not in places


def test_player_page_merged_player_redirects_to_remaining_one():
    ada, again = make_player("Ada"), make_player("Ada B.")
    ended_with(ada, make_player())
    ended_with(again, make_player())
    merge_players(None, again, ada, reason="The same face.")
    answer: Any = Client().get(f"/players/{again.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/players/{ada.pk}/")
    assert read(again) == read(ada)
    assert len(read(ada)["events"]) == 2


def test_player_page_is_indexed_only_with_consent_everywhere():
    ada = make_player("Ada")
    event = ended_with(ada, make_player())
    assert "noindex" not in text_of(ada)
    assert "X-Robots-Tag" not in Client().get(f"/players/{ada.pk}/")
    event.registrations.filter(player=ada).update(consented_at=None)
    answer: Any = Client().get(f"/players/{ada.pk}/")
    assert answer["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in answer.content.decode()


def test_player_page_cache_is_never_stale():
    ada, bert = make_player("Ada"), make_player("Bert")
    event = ended_with(ada, bert)
    before = read(ada)
    loser, winner = sorted((ada, bert), key=lambda player: wins_of(player, event))
    assert (read(winner)["events"][0]["place"], read(loser)["events"][0]["place"]) == (1, 2)
    remove_person(None, event.registrations.get(player=bert))
    output = read(ada)
    cache.clear()
    assert read(ada) == output != before


def test_player_page_query_count_is_constant_once_cached():
    ada, few = make_player("Ada"), make_player("Few")
    ended_with(few, make_player())
    for _ in range(4):
        ended_with(ada, make_player())

    def asked(player: Player) -> int:
        text_of(player)
        return queries_of(lambda: text_of(player))

    assert asked(few) == asked(ada)


def test_player_page_is_paginated():
    ada = make_player("Ada")
    for _ in range(21):
        make_registration(make_event(status=Event.Status.RUNNING), player=ada, status="checked_in")
    text = text_of(ada)
    assert text.count('<span class="badge is-live">') == 20
    last = Client().get(f"/players/{ada.pk}/?page=2").content.decode()
    assert last.count('<span class="badge is-live">') == 1
