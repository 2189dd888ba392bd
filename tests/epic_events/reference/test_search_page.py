"""Rules search page."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from epic_events.judging.rulings.services import import_bundled_rulings
from epic_events.reference.search import questions
from rules.epic.cards import CATALOGUE
from rules.games import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

COMPLETE = GAMES["epic"].rulebooks["epic-complete"]
RULE_BOOK = GAMES["epic"].rulebooks["epic-rulebook"]
FRAGMENT = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()
    yield
    cache.clear()


def page(client: Client, **asked: str) -> str:
    response = client.get("/rules/", asked)
    assert response.status_code == 200
    return plain(response)


def plain(response) -> str:
    """Return the page with normalised white space."""
    return " ".join(response.content.decode().split())


def found(html: str) -> list[str]:
    """Return the URLs of the results in order, the definition first."""
    return re.findall(r'<a class="hit(?:-title)?" href="([^"]+)"', html)


@pytest.mark.parametrize("asked", ["4.4.6", "rule 4.4.6", "§4.4.6", " 4.4.6. "])
def test_search_rule_number_redirects_to_rule(client: Client, asked: str):
    response = client.get("/rules/", {"q": asked})
    assert (response.status_code, response.headers["Location"]) == (302, "/rules/epic-complete/4.4.6/")


def test_search_rule_number_redirects_to_numbered_document(client: Client):
    response = client.get("/rules/", {"q": "5.2.1", "in": "epic-rulebook"})
    assert response.headers["Location"] == "/rules/epic-complete/5.2.1/"


def test_search_rule_number_is_exact(client: Client):
    assert client.get("/rules/", {"q": "5.2"}).headers["Location"] == "/rules/epic-complete/5.2/"
    assert client.get("/rules/", {"q": "5.20"}).headers["Location"] == "/rules/epic-complete/5.20/"


def test_search_live_rule_number_lists_rule_first(client: Client):
    html = plain(client.get("/rules/", {"q": "4.4.6"}, headers=FRAGMENT))
    assert found(html)[:2] == ["/rules/epic-complete/4.4.6/", "/rules/epic-complete/4.4.6-2/"]


def test_search_live_rule_number_without_fragment_shows_results(client: Client):
    html = page(client, q="4.4.6", live="1")
    assert found(html)[0] == "/rules/epic-complete/4.4.6/"


def test_search_digits_without_dots_suggests_rule(client: Client):
    assert found(page(client, q="446"))[0] == "/rules/epic-complete/4.4.6/"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("airborne", ""),
        ("arborne", "<b>airborne</b> instead of <q>arborne</q>"),
        ("flying", "<b>airborne</b> instead of <q>flying</q>"),
    ],
)
def test_search_keyword_misspelling_or_synonym_shows_definition(client: Client, asked: str, message: str):
    html = page(client, q=asked)
    assert found(html)[0] == "/rules/epic-complete/5.2.1/"
    assert 'class="definition"' in html
    assert message in html
    assert html.count("Showing results for <b>") == bool(message)


def test_search_definition_shows_related_rules_and_number_of_cards(client: Client):
    html = page(client, q="airborne")
    assert 'href="/rules/epic-complete/5.2.2/"' in html
    cards = [card for card in CATALOGUE if "airborne" in card.keywords]
    assert f"{len(cards)} cards have this keyword" in html


def test_search_question_returns_at_most_eight_marked_rules(client: Client):
    html = page(client, q="can a deploying champion attack?")
    assert found(html)[0] == "/rules/epic-complete/5.17.1/"
    assert len(found(html)) == questions.MAX_HITS
    assert "<mark>deploying</mark>" in html


def test_search_in_other_document(client: Client):
    html = page(client, q="airborne", **{"in": "epic-rulebook"})
    assert found(html)[0] == "/rules/epic-rulebook/keywords-and-terms/airborne/"
    assert '<option value="epic-rulebook" selected>Epic Rule Book, 6 Apr 2017</option>' in html


def test_search_unknown_document_falls_back_to_default(client: Client):
    assert found(page(client, q="airborne", **{"in": "../etc"}))[0] == "/rules/epic-complete/5.2.1/"


def test_search_card_name_links_card(client: Client):
    assert 'href="/cards/kong/"' in page(client, q="kong")


def test_search_without_results_says_so(client: Client):
    assert "No results in the Epic Complete Rules." in page(client, q="zzzzqqqq xyxyxy")


def test_search_without_results_names_other_document_of_game(client: Client):
    """The HEX rulebook has no mulligan but the basics do."""
    html = page(client, q="mulligan", game="hex", **{"in": "hex"})
    assert "No results in the HEX Unofficial Rulebook." in html
    listed = re.findall(r'<li><a href="(/rules/[^"]+)" data-stop>', html)
    assert listed == ["/rules/hex-basics/1.4/"]


@pytest.mark.parametrize(
    ("document", "asked", "named"),
    [
        ("hex", "what happens when my deck is empty", ["/rules/hex-basics/7.1/"]),
        ("hex", "how many cards may I hold", ["/rules/hex-basics/6.4/"]),
        ("hex", "what does crush do", []),
        ("epic-complete", "how much time is there for a round", ["/rules/epic-procedures/12.1/"]),
        ("aos-champions", "who goes first", []),
    ],
)
def test_search_better_match_in_other_document_is_named_first(
    client: Client, document: str, asked: str, named: list[str]
):
    html = page(client, q=asked, **{"in": document})
    assert re.findall(r'<li><a href="(/rules/[^"]+)" data-stop>', html) == named
    assert found(html)


def test_search_counts_rulings_of_same_game_only(client: Client):
    import_bundled_rulings()
    html = page(client, q="block")
    assert re.search(r'href="/rulings/\?q=block&amp;game=epic">Rulings <span class="num quiet">[1-9]', html)
    html = page(client, q="block", **{"in": "hex"})
    assert 'href="/rulings/?q=block&amp;game=hex">Rulings <span class="num quiet">0<' in html


def test_search_empty_query_lists_ten_keywords(client: Client):
    html = page(client)
    chips = re.findall(r'<li><a class="chip" href="[^"]+">([^<]+)</a></li>', html)
    assert len(chips) == 10
    assert chips[0] == "Airborne"


def test_search_works_as_plain_form(client: Client):
    html = page(client, q="airborne")
    assert '<form class="search" action="/rules/" method="get" role="search">' in html
    assert re.search(r'name="q"\s+type="search"\s+value="airborne"', html)


def test_search_htmx_request_gets_results_and_announcement(client: Client):
    response = client.get("/rules/", {"q": "airborne"}, headers=FRAGMENT)
    html = plain(response)
    assert "<html" not in html
    assert re.search(r'<div id="live" hx-swap-oob="innerHTML">\d rules found</div>', html)
    assert "HX-Request" in response.headers["Vary"]


@pytest.mark.parametrize(
    "asked",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "' OR 1=1 --",
        "NEAR(airborne, 5) * \x00",
        "\u202eenrobria",
        "a" * 10_000,
        "airborne " * 2_000,
        "%00%ff{{7*7}}{% debug %}",
    ],
)
def test_search_escapes_hostile_query(client: Client, asked: str):
    html = page(client, q=asked)
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "\x00" not in html
    assert len(html) < 30_000


@given(st.text(max_size=400))
def test_answer_accepts_any_text(text: str):
    asked = questions.clean_question(text)
    assert len(asked) <= questions.MAX_QUESTION_LENGTH
    for book in (COMPLETE, RULE_BOOK):
        answer = questions.answer(book, asked)
        assert answer.number <= questions.MAX_HITS


def test_search_response_stays_below_30_kb(client: Client):
    words = [term.name for term in COMPLETE.glossary] + [rule.heading for rule in COMPLETE.units]
    heaviest = max(len(client.get("/rules/", {"q": word}, headers=FRAGMENT).content) for word in words[:250])
    assert heaviest < 30_000


def test_search_is_throttled_per_visitor(client: Client, monkeypatch):
    monkeypatch.setattr(questions, "SEARCHES_A_MINUTE", 2)
    answers = [client.get("/rules/", {"q": "airborne"}).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert client.get("/rules/").status_code == 200
    assert client.get("/rules/", {"q": "airborne"}, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_search_counts_matching_rulings_and_cards(client: Client):
    html = page(client, q="kong")
    assert re.search(r'href="/cards/\?game=epic&amp;q=kong">Cards <span class="num quiet">1</span>', html)
    assert re.search(r'href="/rulings/\?q=kong&amp;game=epic">Rulings <span class="num quiet">\d+</span>', html)


def test_search_chapter_limits_results(client: Client):
    everywhere = found(page(client, q="initiative"))
    only = found(page(client, q="initiative", chapter="3"))
    assert only
    assert {address.split("/")[3][0] for address in only} == {"3"}
    assert {address.split("/")[3][0] for address in everywhere} != {"3"}
    assert found(page(client, q="initiative", chapter="../x")) == everywhere
