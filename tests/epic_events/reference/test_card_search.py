"""Card query language on the page and in the API."""

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from rules.card_search import parse_query
from rules.epic.cards import CATALOGUE
from rules.games import EPIC

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

QUESTION = "a:wild t:champion off>=10 k:blitz"


def names(html: str) -> list[str]:
    return re.findall(r'<a class="row-link"[^>]*>([^<]+)</a>', html)


def expected(question: str) -> list[str]:
    found = parse_query(question, EPIC.card_fields).find(EPIC.cards.all_printings(), EPIC.card_fields)
    return [card.name for card in found]


def test_cards_page_lists_cards_matching_query(client: Client):
    html = client.get("/cards/", {"q": QUESTION}).content.decode()
    assert names(html) == expected(QUESTION) == ["Rampaging Wurm", "Scarros, Hound of Draka", "Stampeding Einiosaurus"]


def test_cards_page_applies_filters_and_query(client: Client):
    html = client.get("/cards/", {"q": QUESTION, "set": "Base"}).content.decode()
    assert names(html) == [name for name in expected(QUESTION) if CATALOGUE.card(name).set == "Base"]


def test_cards_page_invalid_query_marks_error_and_suggests_fix(client: Client):
    for headers in ({}, {"HX-Request": "true"}):
        html = client.get("/cards/", {"q": "t:champion a:wlid"}, headers=headers).content.decode()
        assert "<code>t:champion a:<mark>wlid</mark></code>" in html
        assert names(html) == []
        assert "No card has the alignment “wlid”. There are: Good, Evil, Sage, Wild." in html
        assert '<a href="/cards/?game=epic&amp;q=t%3Achampion%20a%3AWild">' in html


def test_cards_page_escapes_query(client: Client):
    html = client.get("/cards/", {"q": '<img src=x> a:"<b>"'}).content.decode()
    assert "<img src=x>" not in html
    assert "<b>" not in html


def test_cards_page_explains_query_language(client: Client):
    html = client.get("/cards/").content.decode()
    for field in EPIC.card_fields.fields:
        assert f"<code>{field.name}</code>" in html
    for ask in re.findall(r'<a href="/cards/\?game=epic&amp;q=[^"]+"><code>([^<]+)</code></a>', html.replace("\n", "")):
        plain = ask.replace("&quot;", '"').replace("&gt;", ">").replace("&lt;", "<")
        assert expected(plain) != [], plain


def test_cards_api_matches_page_and_reports_errors():
    client = APIClient()
    rows = client.get("/api/v1/cards/", {"q": QUESTION}).json()
    assert [row["name"] for row in rows] == expected(QUESTION)
    refused = client.get("/api/v1/cards/", {"q": "cost>=many"})
    assert refused.status_code == 400
    assert refused.json()["fields"].keys() == {"q"}
    assert "cost is a number" in refused.json()["message"]


def test_cards_completion_continues_at_cursor():
    client = APIClient()
    assert client.get("/api/v1/cards/complete/", {"q": "t:champion a:w"}).json() == [
        {"text": "t:champion a:wild ", "cursor": 18, "shown": "a:wild", "meaning": "alignment in play"}
    ]
    inside = client.get("/api/v1/cards/complete/?q=a:w%20t:champion&at=3").json()
    assert [row["text"] for row in inside] == ["a:wild  t:champion"]
    assert client.get("/api/v1/cards/complete/", {"q": "a" * 501}).status_code == 400


def test_cards_page_shows_interpretation_of_synonyms(client: Client):
    html = " ".join(client.get("/cards/", {"q": "color:wild t:wurm"}).content.decode().split())
    assert "Interpreted as: <code>alignment:Wild</code> (you entered color:wild), <code>class:Wurm</code>" in html
    assert names(html) == expected("a:wild cl:wurm")


def test_cards_page_shows_formats_and_bans_with_dates(client: Client):
    html = " ".join(client.get("/cards/", {"q": "banned:full-constructed on:2018-01-01"}).content.decode().split())
    assert names(html) == ["Blind Faith", "Ceasefire", "Fumble"]
    assert "Formats and bans as of 2018-01-01" in html
    assert "Banned in Full Constructed: Blind Faith since 2017-08-01" in html


def test_cards_page_misspelt_name_suggests_card(client: Client):
    html = client.get("/cards/", {"q": "angel of deth"}).content.decode()
    assert (
        '<a href="/cards/?game=epic&amp;q=%22Angel%20of%20Death%22"><code>&quot;Angel of Death&quot;</code></a>' in html
    )
    assert names(client.get("/cards/", {"q": '"Angel of Death"'}).content.decode()) == ["Angel of Death"]


def test_cards_page_suggestion_respects_filters(client: Client):
    html = client.get("/cards/", {"q": "angel of deth", "type": "event"}).content.decode()
    assert "Angel of Death" not in html


def test_cards_question_api_explains_query():
    client = APIClient()
    assert client.get("/api/v1/cards/question/", {"q": "color:wild is:banned on:2018-01-01"}).json() == {
        "read_as": [{"asked": "color:wild", "used": "alignment:Wild"}],
        "on": "2018-01-01",
        "total": 0,
        "meant": [],
    }
    assert client.get("/api/v1/cards/question/", {"q": "angel of deth"}).json()["meant"][0] == '"Angel of Death"'
    assert client.get("/api/v1/cards/question/", {"q": "%"}).json()["fields"].keys() == {"q"}
