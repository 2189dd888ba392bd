"""Reference pages and API for every game."""

import html
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from rest_framework.test import APIClient

from epic_events.reference.cards import catalogue
from epic_events.reference.cards.catalogue import examples
from epic_events.reference.rules import selectors
from rules.card_search import parse_query
from rules.games import GAMES, Game
from rules.rulebooks import Rulebook

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def page(client: Client, path: str, **asked: str) -> str:
    response = client.get(path, asked)
    assert response.status_code == 200, path
    return html.unescape(" ".join(response.content.decode().split()))


def listed_cards(text: str) -> list[str]:
    return re.findall(r'<a class="row-link"[^>]*>([^<]+)</a>', text)


def book_of(game: Game) -> Rulebook:
    return next(iter(game.rulebooks.values()))


def get(path: str, **asked: str) -> Any:
    response = APIClient().get(f"/api/v1/{path}", asked)
    assert response.status_code == 200, path
    return response.json()


def test_documents_page_lists_rulebooks_of_game(client: Client, game: Game):
    shown = page(client, "/rules/documents/")
    assert f">{game.name}</h2>" in shown
    for book in game.rulebooks.values():
        assert f'href="/rules/{book.slug}/"' in shown
        assert f"<h1>{book.title}</h1>" in page(client, f"/rules/{book.slug}/")
        assert book.units[-1].heading in page(client, f"/rules/{book.slug}/whole/")


def test_rule_page_shows_rule_in_section(client: Client, game: Game):
    for book in game.rulebooks.values():
        for unit in (book.units[0], book.units[len(book.units) // 2], book.units[-1]):
            assert unit.heading in page(client, selectors.rule_url(book, unit))


def test_cited_rule_of_every_game_is_found(game: Game):
    for book in game.rulebooks.values():
        led = {unit.id: selectors.cited(unit.id, game.slug) for unit in book.units}
        assert {key: found and found.url for key, found in led.items()} == {
            unit.id: selectors.rule_url(book, unit) for unit in book.units
        }


def test_rules_search_of_game_finds_glossary_terms(client: Client, game: Game):
    shown = page(client, "/rules/", game=game.slug)
    assert f'name="in" value="{book_of(game).slug}"' in shown
    term = book_of(game).glossary[0]
    assert f"{term.name}" in page(client, "/rules/", game=game.slug, q=term.name, live="1")
    assert 'class="empty"' not in page(client, "/rules/", game=game.slug, q=term.name, live="1")


def test_glossary_page_is_limited_to_game(client: Client, game: Game):
    shown = page(client, "/rules/glossary/", game=game.slug)
    names = {term.name for book in game.rulebooks.values() for term in book.glossary}
    assert set(re.findall(r'<th scope="row" class="title">([^<]+)</th>', shown)) == names


def test_interpretations_page_lists_interpretations_of_game_first(client: Client, game: Game):
    shown = page(client, "/rules/interpretations/", game=game.slug)
    own = list(game.interpretations)
    assert re.findall(r'class="interpretation" id="([^"]+)"', shown)[: len(own)] == own
    assert [name for name in own if shown.count(f'id="{name}"') != 1] == []


def test_rules_page_suggested_terms_link_to_rules(client: Client, game: Game):
    offered = re.findall(r'<li><a class="chip" href="(/rules/[^"]+)">', page(client, "/rules/", game=game.slug))
    book = book_of(game)
    explained = {term.name.casefold() for term in book.glossary} & {
        word.casefold() for word in catalogue.keywords(game)
    }
    assert len(offered) == len(explained)
    assert len(offered) >= 8 or game.slug == "pebbles"


def test_cards_page_filters_are_expanded_when_used(client: Client, game: Game):
    fields = catalogue.filter_choices(game)
    assert '<details class="narrowing" >' in page(client, "/cards/", game=game.slug, q="a")
    for field, values in fields[:1]:
        asked = {field.name: values[0][0]}
        assert '<details class="narrowing" open>' in page(client, "/cards/", game=game.slug, **asked)


def test_card_page_shows_engine_support_for_playable_games(client: Client, game: Game):
    shown = page(client, catalogue.card_url(game, game.cards.names[0]))
    assert ("supported by the rules engine" in shown.lower()) is game.is_playable


def test_coverage_page_lists_playable_games_only(client: Client, game: Game):
    shown = page(client, "/rules/coverage/")
    tested = [book for book in game.rulebooks.values() if game.is_playable and not book.procedure]
    assert [book.slug for book in game.rulebooks.values() if f'id="{book.slug}"' in shown] == [b.slug for b in tested]


def test_cards_page_lists_and_filters_cards_of_game(client: Client, game: Game):
    shown = page(client, "/cards/", game=game.slug)
    names = [card.name for card in catalogue.cards(game, catalogue.CardFilter())]
    assert listed_cards(shown) == names[:50]
    for field, values in catalogue.filter_choices(game):
        for value, _name in values[:2]:
            fitting = catalogue.cards(game, catalogue.CardFilter(by={field.name: value}))
            assert listed_cards(page(client, "/cards/", game=game.slug, **{field.name: value})) == [
                card.name for card in fitting[:50]
            ]


def test_cards_page_example_queries_find_cards(client: Client, game: Game):
    shown = page(client, "/cards/", game=game.slug)
    asked = [question for question, _means in examples(game.slug)]
    assert len(asked) >= 3
    for question in asked:
        assert f'href="/cards/?game={game.slug}&q={quote(question)}"' in shown
        assert parse_query(question, game.card_fields).find(game.cards.all_printings(), game.card_fields) != []


def test_card_page_exists_for_every_card(client: Client, game: Game):
    for name in [*game.cards.names[:5], *game.cards.names[-5:]]:
        shown = page(client, catalogue.card_url(game, name))
        assert f"<h1>{name}</h1>" in shown
        card = game.cards.card(name)
        for line in game.card_facts(card).get("text") or ():
            assert line in shown


def test_card_page_of_other_game_is_404_and_shared_names_are_linked(client: Client, pebbles: Game):
    assert client.get("/cards/pebbles/grey-stone/").status_code == 200
    assert client.get("/cards/grey-stone/").status_code == 404
    assert client.get("/cards/pebbles/angel-of-death/").status_code == 404
    assert client.get("/cards/chess/rook/").status_code == 404
    assert client.get(f"/cards/{next(iter(GAMES))}/kong/").headers["Location"] == "/cards/kong/"
    assert "It shares its name" in page(client, "/cards/pebbles/kong/")
    assert "It shares its name" not in page(client, "/cards/kong/")


def test_cards_page_remembers_last_game(client: Client, pebbles: Game):
    assert "Grey Stone" not in page(client, "/cards/")
    assert "Grey Stone" in page(client, "/cards/", game="pebbles")
    assert "Grey Stone" in page(client, "/cards/")
    assert 'name="in" value="pebbles-leaflet"' in page(client, "/rules/")
    assert client.get("/cards/").headers["Vary"].count("Cookie") == 1
    page(client, "/cards/", game=next(iter(GAMES)))
    assert "Grey Stone" not in page(client, "/cards/")
    refused = client.get("/cards/", {"game": "chess"})
    assert refused.status_code == 404
    assert "pebbles" in refused.content.decode()


def test_api_lists_rules_and_cards_of_game(game: Game):
    slugs = [book["slug"] for book in get("rules/") if book["game"] == game.slug]
    assert slugs == list(game.rulebooks)
    if game.slug == "pebbles":  # what the description of the API lists is fixed at the start
        return
    rows = get("cards/", game=game.slug)
    assert [row["name"] for row in rows] == [card.name for card in catalogue.cards(game, catalogue.CardFilter())]
    for row in rows[:1]:
        body = get(f"cards/{row['slug']}/", game=game.slug)
        assert body.pop("other_printings") is not None
        assert body == row
        assert row["game"] == game.slug
    begun = game.cards.names[0][:3]
    assert isinstance(get("cards/complete/", game=game.slug, q=begun), list)
    assert get("cards/question/", game=game.slug)["total"] == len(rows)


@pytest.mark.parametrize("path", ["cards/", "cards/question/", "cards/complete/?q=a", "cards/kong/"])
def test_cards_api_unknown_game_lists_known_games(path: str):
    sign = "&" if "?" in path else "?"
    response = APIClient().get(f"/api/v1/{path}{sign}game=chess")
    assert response.status_code == 400
    assert "epic" in response.json()["fields"]["game"]
