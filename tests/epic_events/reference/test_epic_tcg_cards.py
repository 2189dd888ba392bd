"""Card pages of the Epic TCG, with invented cards marked."""

import re
from html import unescape

import pytest
from django.test import Client

from rules.epic_tcg.cards import HOUSE_SET, PUBLISHED

pytestmark = pytest.mark.django_db


def page(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return " ".join(response.content.decode().split())


def test_cards_page_marks_every_invented_card(client):
    rows = [row for row in page(client, "/cards/?game=epic-tcg&q=is:invented").split("<tr>") if "row-link" in row]
    assert len(rows) > 20
    assert [row for row in rows if "House set (invented)" not in row] == []


@pytest.mark.parametrize("name", ["spark", "buried-engine", "rook"])
def test_card_page_marks_invented_card(client, name: str):
    assert "House set (invented)" in page(client, f"/cards/epic-tcg/{name}/")


def test_card_page_published_card_shows_certainty_of_facts(client):
    shown = page(client, "/cards/epic-tcg/ancient-red-dragon/")
    assert "invented" not in shown.casefold()
    assert "not known" in shown
    assert "single" in shown


def test_card_page_exists_for_every_epic_tcg_card(client):
    names = [card.name for card in (*PUBLISHED, *HOUSE_SET)][::7]
    for name in names:
        slug = name.casefold().replace("'", "").replace(" ", "-").replace("?", "")
        assert client.get(f"/cards/epic-tcg/{slug}/").status_code == 200, slug


@pytest.mark.parametrize(
    ("game", "asked", "apart", "slug"),
    [("epic-tcg", "harbour gull", 1, "harbour-gull"), ("champions", "t:unit or t:spell", 14, "old-sentinel")],
)
def test_cards_page_lists_invented_cards_separately(client: Client, game: str, asked: str, apart: int, slug: str):
    html = client.get("/cards/", {"game": game, "q": asked}).content.decode()
    fits = "invented card also matches" if apart == 1 else "invented cards also match"
    assert f"{apart} {fits}" in html
    assert f'href="/cards/{game}/{slug}/"' not in html
    link = re.search(r'href="(\?[^"]*is%3Ainvented[^"]*)"', html)
    assert link is not None
    shown = client.get(f"/cards/{unescape(link[1])}").content.decode()
    assert f'href="/cards/{game}/{slug}/"' in shown
    assert "fit too" not in shown
    page = client.get(f"/cards/{game}/{slug}/").content.decode()
    assert "Invented for tests and demonstration. Not a card of the published game." in page
    output = client.get(f"/api/v1/cards/{slug}/", {"game": game}).json()
    assert output["invented"] is True


@pytest.mark.parametrize("game", ["epic-tcg", "champions"])
def test_cards_api_lists_invented_cards_on_request_only(client: Client, game: str):
    published = client.get("/api/v1/cards/", {"game": game}).json()
    invented = client.get("/api/v1/cards/", {"game": game, "q": "is:invented"}).json()
    assert {card["invented"] for card in published} == {False}
    assert {card["invented"] for card in invented} == {True}
    typed = client.get("/api/v1/cards/complete/", {"game": game, "q": invented[0]["name"][:4]}).json()
    assert invented[0]["name"] not in {each["shown"].strip('"') for each in typed}
