"""Events of every game: creation, decklists, rounds, disputes."""

import html
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from epic_events.accounts.models import User
from epic_events.decks import services as decks
from epic_events.decks.presentation import section_name
from epic_events.disputes.services import open_dispute
from epic_events.events import services as events
from epic_events.events.defaults import version_name
from epic_events.events.forms import EventForm
from epic_events.events.models import Event
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from rules.games import GAMES, Game
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_event, make_key, make_site_judge, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def plan(game: Game, **fields: Any) -> events.EventPlan:
    soon = timezone.now() + timedelta(minutes=30)
    return replace(events.EventPlan(name=f"Cup of {game.name}", starts_at=soon, game=game.slug), **fields)


def opened(game: Game, players: int = 4) -> tuple[Event, User]:
    """Return an event of a game with checked-in players, each with a decklist."""
    organiser = make_user("Olga Organiser")
    event = events.create_event(organiser, plan(game))
    events.open_event(organiser, event)
    for name in ("Ann", "Bo", "Cy", "Di")[:players]:
        entry = events.register(make_user(name), event, name=name, consent=True)
        events.check_in(None, entry)
        text = "\n".join(f"3 {card}" for card in game.cards.names[:20])
        decks.submit(organiser, entry, text, accept_problems=True, reason="Looked through at the table.")
    return event, organiser


def addresses(event: Event) -> list[str]:
    names = ("", "players/", "rounds/", "standings/", "decks/", "log/", "desk/")
    named = [reverse(name, args=[event.slug]) for name in ("events:interpretations", "disputes:of_event")]
    return [*(f"/events/{event.slug}/{name}" for name in names), *named]


def test_create_event_uses_defaults_of_game(game: Game):
    event = events.create_event(make_user(), plan(game))
    assert (event.game, event.format, event.rules_version) == (game.slug, game.usual_format, game.usual_version)
    assert event.rules_version_name == game.versions[game.usual_version]
    for version in game.versions:
        assert events.create_event(make_user(), plan(game, rules_version=version)).rules_version == version


def test_event_of_every_game_is_played_to_final_standings(client: Client, game: Game):
    event, organiser = opened(game)
    assert event.registrations.filter(deck_versions__accepted=True).count() == 4
    events.start_event(organiser, event)
    round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=1))
    for match in selectors.open_tables(round_):
        services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, round_)
    client.force_login(organiser)
    assert {path: client.get(path).status_code for path in addresses(event)} == dict.fromkeys(addresses(event), 200)
    shown = client.get(f"/events/{event.slug}/").content.decode()
    assert game.name in shown
    assert game.formats[event.format].name in shown
    entry = event.registrations.first()
    assert entry is not None
    assert client.get(f"/events/{event.slug}/decks/{entry.pk}/").status_code == 200
    assert client.get(f"/api/v1/events/{event.slug}/").json()["game"] == game.slug


def test_end_of_round_rules_cite_documents_of_game(client: Client, game: Game):
    event, organiser = opened(game)
    events.start_event(organiser, event)
    round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=1))
    services.call_time(organiser, round_)
    page = client.get(
        reverse("pairings:match", args=[event.slug, selectors.open_tables(round_)[0].pk])
    ).content.decode()
    shown = page.partition('id="time-called"')[2].partition("</section>")[0]
    assert "The active player finishes the turn" in shown
    assert re.findall('class="rule-chip" href="([^"]*)"', shown) == {"epic": ["/rules/epic-procedures/12.2/"]}.get(
        game.slug, []
    )


def test_event_pages_link_to_rules_and_cards_of_game(client: Client, game: Game):
    event, _organiser = opened(game)
    for address in (f"/events/{event.slug}/", f"/events/{event.slug}/rounds/", f"/events/{event.slug}/decks/"):
        html = client.get(address).content.decode()
        assert html.count(f'<a href="/rules/?game={game.slug}"') == 2  # in the head and at the foot
        assert html.count(f'<a href="/cards/?game={game.slug}"') == 1
    assert client.get(f"/cards/?game={game.slug}").context["game"] == game
    assert client.get("/cards/").context["game"] == game  # and so it stays
    assert 'href="/rules/"' in client.get("/").content.decode()


def test_event_page_of_missing_game_links_to_all_rules(client: Client, pebbles: Game):
    event, _organiser = opened(pebbles)
    type(event).objects.filter(pk=event.pk).update(game="marbles")
    assert 'href="/rules/"' in client.get(f"/events/{event.slug}/").content.decode()


def test_live_check_works_for_every_game(client: Client, game: Game):
    event, organiser = opened(game, players=1)
    entry = event.registrations.get()
    client.force_login(organiser)
    editor = client.get(reverse("decks:edit_for", args=[event.slug, entry.pk])).content.decode()
    shown = html.unescape(editor.partition('<pre class="code">')[2].partition("</pre>")[0])
    first, *_others, last = [card.name for card in game.cards if card.is_deck_card][:5]
    assert shown.startswith(f"// a comment\n3 {first}\n")
    assert (f"Sideboard\n1 {last}\n" in shown) is (len(game.cards.names) > 4)
    data = {"text": f"1 {game.cards.names[0]}", "game": game.slug, "format": event.format}
    if game.slug != "pebbles":  # what the description of the API lists is fixed at the start
        answer = APIClient().post("/api/v1/decklists/check/", data, format="json").json()
        assert answer["format"] == event.format
        assert answer["lines"][0]["card"] == game.cards.names[0]


def test_deck_section_names_use_terms_of_game():
    named = {slug: [section_name(GAMES[slug], part) for part in ("main", "champions", "sideboard")] for slug in GAMES}
    assert named["hex"] == ["Deck", "Champion", "Reserves"]
    assert named["champions"][1] == "Champions"
    assert [str(words) for words in named["epic"]] == ["Deck", "Champions", "Sideboard"]


def test_alignments_are_counted_only_for_games_that_have_them(game: Game):
    counted = {each.alignments for each in game.formats.values()}
    assert counted == {("Good", "Evil", "Sage", "Wild") if game.slug == "epic" else ()}


def test_create_event_page_works_for_every_game(client: Client, game: Game):
    client.force_login(make_user())
    client.get("/cards/", {"game": game.slug})
    shown = client.get("/events/create/").content.decode()
    assert f'<option value="{game.slug}:{game.usual_format}" selected>' in shown
    formats, versions = (
        re.findall(r'<option value="([^"]*)"', shown.partition(f'name="{name}"')[2].partition("</select>")[0])
        for name in ("format", "rules_version")
    )
    assert formats == [f"{game.slug}:{slug}" for slug in game.formats]
    assert versions == ["", *game.versions]
    form = EventForm({**form_data(game), "rules_version": ""})
    assert form.is_valid(), form.errors
    made = client.post("/events/create/", {**form_data(game), "rules_version": ""})
    assert made.status_code == 302, made.content.decode()
    event = Event.objects.get()
    assert (event.game, event.format, event.rules_version) == (game.slug, game.usual_format, game.usual_version)


def test_create_event_page_version_of_other_game_shows_error_and_keeps_input(client: Client):
    client.force_login(make_user())
    first, second, *_others = GAMES.values()
    refused = client.post("/events/create/", {**form_data(second), "rules_version": first.usual_version})
    shown = refused.content.decode()
    assert refused.status_code == 400
    assert f'<option value="{second.slug}:{second.usual_format}" selected>' in shown
    assert f'value="{first.slug}:' not in shown
    assert not Event.objects.exists()
    assert client.get("/events/create/", {"game": "chess"}).status_code == 404


def test_edit_event_page_lists_own_game_first(client: Client, game: Game):
    event, organiser = opened(game, players=1)
    client.force_login(organiser)
    shown = client.get(f"/events/{event.slug}/edit/").content.decode()
    groups = re.findall(r'<optgroup label="([^"]+)"', shown.partition('name="format"')[2])
    assert html.unescape(groups[0]) == game.name
    assert set(map(html.unescape, groups)) == {each.name for each in GAMES.values()}


def form_data(game: Game) -> dict[str, str]:
    return {
        "name": "New", "starts_at": "2030-05-01T10:00", "time_zone": "UTC", "check_in_minutes": "60",
        "format": f"{game.slug}:{game.usual_format}", "best_of": "1", "minutes": "40", "cut": "0",
        "cut_best_of": "1", "deck_visibility": "after",
    }  # fmt: skip


def test_create_event_unknown_choice_lists_those_of_game(pebbles: Game):
    first = next(iter(GAMES.values()))
    with pytest.raises(UserError) as caught:
        events.create_event(make_user(), plan(pebbles, format=first.usual_format, rules_version=first.usual_version))
    assert caught.value.fields.keys() == {"format", "rules_version"}
    assert "Available formats: heap." in caught.value.fields["format"]
    assert "Available versions: Leaflet of 2001." in caught.value.fields["rules_version"]
    with pytest.raises(UserError) as caught:
        events.create_event(make_user(), replace(plan(pebbles), game="chess"))
    assert caught.value.fields.keys() == {"game"}


def test_edit_event_of_missing_game_may_be_renamed():
    organiser = make_user()
    event = make_event(organiser=organiser, game="chess", format="blitz", rules_version="FIDE")
    assert event.rules_version_name == "FIDE"
    assert version_name("epic", "RB-1999") == "RB-1999"
    renamed = replace(events.EventPlan.of(event), name="Renamed")
    assert events.edit_event(organiser, event, renamed).name == "Renamed"
    with pytest.raises(UserError):
        events.edit_event(organiser, event, replace(renamed, rules_version="USCF"))


def test_disputes_page_offers_disputes_for_playable_games_only(client: Client, game: Game):
    event, organiser = opened(game)
    client.force_login(organiser)
    page = client.get(reverse("disputes:of_event", args=[event.slug])).content.decode()
    form = client.get("/disputes/new/", {"event": event.slug})
    sentence = f"Disputes in {game.name} cannot be replayed"
    assert (sentence in page) is not game.is_playable
    assert ("No decision has been published yet." in page) is game.is_playable
    assert ("/disputes/new/?event=" in page) is game.is_playable
    assert form.status_code == (200 if game.is_playable else 409)
    assert (sentence in form.content.decode()) is not game.is_playable
    assert (f"Game: {game.slug}\n" in form.content.decode()) is game.is_playable


def test_open_dispute_game_without_engine_raises(pebbles: Game):
    event, organiser = opened(pebbles)
    with pytest.raises(StateError, match="Disputes in Pebbles cannot be replayed"):
        open_dispute(organiser, title="May it?", record=LEGAL, event=event)
    judge = make_site_judge()
    record = "Record: 1\nGame: pebbles\nRules: PB-1\nPlayers: Ann, Bo\nFirst: Ann\nAnn: throw\n"
    with pytest.raises(UserError, match="Disputes in Pebbles cannot be replayed"):
        open_dispute(judge, title="May it?", record=record)
    asking = APIClient(headers={"Authorization": f"Bearer {make_key(organiser)}"})
    refused = asking.post(
        "/api/v1/disputes/", {"title": "May it?", "record": LEGAL, "event": event.slug}, format="json"
    )
    assert refused.status_code == 409
    assert refused.json()["message"].startswith("Disputes in Pebbles cannot be replayed")


def test_open_dispute_without_event_uses_game_of_record():
    assert open_dispute(make_site_judge(), title="May it?", record=LEGAL).game == "epic"


def test_choose_interpretations_game_without_engine_is_allowed(client: Client, pebbles: Game):
    event, organiser = opened(pebbles)
    events.choose_interpretations(organiser, event, {"PB-01": 1})
    event.refresh_from_db()
    assert event.readings == "PB-01=2"
    assert "A throw decides." in client.get(reverse("events:interpretations", args=[event.slug])).content.decode()
