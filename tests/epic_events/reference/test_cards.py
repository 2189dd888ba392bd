"""Cards page and card page."""

import re

import pytest
from django.test import Client

from epic_events.reference.cards import catalogue
from epic_events.reference.cards.catalogue import CardFilter
from epic_events.reference.extensions import CardSubject, Panel, card_panels
from rules.epic.cards import CATALOGUE
from rules.epic.text.rendering import render_card
from rules.games import EPIC

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def names(html: str) -> list[str]:
    return re.findall(r'<a class="row-link"[^>]*>([^<]+)</a>', html)


def test_cards_page_pagination_lists_every_card_once(client: Client):
    listed: list[str] = []
    number = 1
    while rows := names(page(client, f"/cards/?page={number}")):
        listed += rows
        number += 1
        if len(rows) < 50:
            break
    assert [name.replace("&#x27;", "'").replace("&amp;", "&") for name in listed] == list(EPIC.cards.names)


def test_cards_page_applies_all_filters(client: Client):
    html = page(client, "/cards/?alignment=Wild&cost=1&type=champion&set=Base&keyword=blitz")
    expected = [
        card.name
        for card in CATALOGUE
        if ("Wild" in card.alignments, card.cost, str(card.type), str(card.set)) == (True, 1, "champion", "Base")
        and "blitz" in card.keywords
    ]
    assert expected
    assert names(html) == expected


def test_cards_search_matches_start_of_any_word():
    found = [card.name for card in catalogue.cards(EPIC, CardFilter(query="sham"))]
    assert "Fire Shaman" in found


def test_cards_filter_by_set_finds_later_printings():
    doubles = [name for name in EPIC.cards.names if len(EPIC.cards.printings(name)) > 1]
    assert doubles
    for name in doubles:
        for printing in CATALOGUE.printings(name):
            found = catalogue.cards(EPIC, CardFilter(name, {"set": str(printing.set)}))
            assert [(card.name, card.set) for card in found if card.name == name] == [(name, printing.set)]


def test_cards_page_invalid_filter_value_is_ignored_with_message(client: Client):
    html = page(client, "/cards/?alignment=Purple")
    assert "Purple is not one of the available choices." in html
    assert f"{len(EPIC.cards)} cards" in html


def test_cards_page_without_matches_says_so(client: Client):
    assert "No cards match this search." in page(client, "/cards/?q=zzzz")


def test_cards_page_pagination_keeps_filters(client: Client):
    assert 'href="?alignment=Wild&amp;page=2"' in page(client, "/cards/?alignment=Wild")


def test_card_page_exists_for_every_card(client: Client):
    missing = [name for name in EPIC.cards.names if client.get(catalogue.card_url(EPIC, name)).status_code != 200]
    assert missing == []


def test_card_page_shows_facts_and_compiled_text(client: Client):
    html = page(client, "/cards/kong/")
    card = CATALOGUE.card("Kong")
    assert "<h1>Kong</h1>" in html
    assert f'<span class="stat">{card.offense} <small>offense</small></span>' in html
    assert [f"<p>{line}</p>" in html for line in render_card(card)] == [True] * len(render_card(card))
    assert "Supported by the rules engine" in html


def test_card_page_keywords_link_to_rules(client: Client):
    html = page(client, "/cards/angel-of-death/").partition("Rules for its keywords")[2]
    linked = re.findall(r'<a href="(/rules/[^"]+)"><span>([^<]+)</span>', html)
    assert linked[:2] == [("/rules/epic-complete/5.2.1/", "airborne"), ("/rules/epic-complete/5.3.1/", "loyalty 2")]


def test_card_page_unknown_name_suggests_nearest(client: Client):
    response = client.get("/cards/fire-shamen/")
    assert response.status_code == 404
    assert "There is no card called “fire shamen”. Did you mean: Fire Shaman" in response.content.decode()


def test_card_page_shows_panels_of_other_apps(client: Client):
    def provider(_request, subject: CardSubject) -> Panel | None:
        return Panel("Decisions", "components/empty.html") if subject.name == "Kong" else None

    card_panels.register(provider)
    try:
        assert "<h2>Decisions</h2>" in page(client, "/cards/kong/")
        assert "<h2>Decisions</h2>" not in page(client, "/cards/fire-shaman/")
    finally:
        card_panels.unregister(provider)


def test_cards_page_htmx_request_gets_rows_only(client: Client):
    response = client.get("/cards/", {"q": "kong"}, headers={"HX-Request": "true"})
    assert "<html" not in response.content.decode()
    assert names(response.content.decode()) == ["Kong"]


@pytest.mark.parametrize(
    ("path", "queries"),
    [("/cards/", 0), ("/cards/?page=3", 0), ("/cards/?q=a:wild", 0), ("/cards/kong/", 2)],  # its lists, its rulings
)
def test_card_pages_query_decklists_only(client: Client, path: str, queries: int, django_assert_num_queries):
    """The card page queries the decklists that contain the card."""
    with django_assert_num_queries(queries):
        client.get(path)
