"""The search box: numbers, keywords, slips, questions, and texts that mean harm."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from epic_events.judging.rulings.bundled import import_bundled_rulings
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
    """Return the page with single spaces, however its template is laid out."""
    return " ".join(response.content.decode().split())


def found(html: str) -> list[str]:
    """Return the addresses of the results in order, the definition first."""
    return re.findall(r'<a class="hit(?:-title)?" href="([^"]+)"', html)


@pytest.mark.parametrize("asked", ["4.4.6", "rule 4.4.6", "§4.4.6", " 4.4.6. "])
def test_a_number_leads_straight_to_its_rule(client: Client, asked: str):
    response = client.get("/rules/", {"q": asked})
    assert (response.status_code, response.headers["Location"]) == (302, "/rules/epic-complete/4.4.6/")


def test_a_number_leads_to_the_document_that_has_numbers(client: Client):
    response = client.get("/rules/", {"q": "5.2.1", "in": "epic-rulebook"})
    assert response.headers["Location"] == "/rules/epic-complete/5.2.1/"


def test_a_number_is_exact(client: Client):
    assert client.get("/rules/", {"q": "5.2"}).headers["Location"] == "/rules/epic-complete/5.2/"
    assert client.get("/rules/", {"q": "5.20"}).headers["Location"] == "/rules/epic-complete/5.20/"


def test_while_typing_a_number_its_rule_stands_first(client: Client):
    html = plain(client.get("/rules/", {"q": "4.4.6"}, headers=FRAGMENT))
    assert found(html)[:2] == ["/rules/epic-complete/4.4.6/", "/rules/epic-complete/4.4.6-2/"]


def test_going_back_to_a_number_typed_shows_the_results(client: Client):
    html = page(client, q="4.4.6", live="1")
    assert found(html)[0] == "/rules/epic-complete/4.4.6/"


def test_digits_without_points_are_a_suggestion(client: Client):
    assert found(page(client, q="446"))[0] == "/rules/epic-complete/4.4.6/"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("airborne", ""),
        ("arborne", "<b>airborne</b> instead of <q>arborne</q>"),
        ("flying", "<b>airborne</b> instead of <q>flying</q>"),
    ],
)
def test_a_keyword_its_slip_and_its_synonym_show_the_definition(client: Client, asked: str, message: str):
    html = page(client, q=asked)
    assert found(html)[0] == "/rules/epic-complete/5.2.1/"
    assert 'class="definition"' in html
    assert message in html
    assert html.count("Showing results for <b>") == bool(message)


def test_a_definition_shows_its_siblings_and_how_many_cards_have_it(client: Client):
    html = page(client, q="airborne")
    assert 'href="/rules/epic-complete/5.2.2/"' in html
    cards = [card for card in CATALOGUE if "airborne" in card.keywords]
    assert f"{len(cards)} cards have this keyword" in html


def test_a_question_gets_at_most_eight_rules_with_marks(client: Client):
    html = page(client, q="can a deploying champion attack?")
    assert found(html)[0] == "/rules/epic-complete/5.17.1/"
    assert len(found(html)) == questions.MAX_HITS
    assert "<mark>deploying</mark>" in html


def test_the_other_document_answers_when_asked(client: Client):
    html = page(client, q="airborne", **{"in": "epic-rulebook"})
    assert found(html)[0] == "/rules/epic-rulebook/keywords-and-terms/airborne/"
    assert '<option value="epic-rulebook" selected>Epic Rule Book, 6 Apr 2017</option>' in html


def test_an_unknown_document_falls_back_to_the_first(client: Client):
    assert found(page(client, q="airborne", **{"in": "../etc"}))[0] == "/rules/epic-complete/5.2.1/"


def test_a_card_named_in_the_box_is_offered(client: Client):
    assert 'href="/cards/kong/"' in page(client, q="kong")


def test_what_nothing_answers_says_what_to_try(client: Client):
    assert "No results in the Epic Complete Rules." in page(client, q="zzzzqqqq xyxyxy")


def test_another_document_of_the_game_that_answers_is_named(client: Client):
    """The copy of the HEX rules says nothing of a mulligan, the basics beside it do; other games are not asked."""
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
def test_a_document_that_is_asked_nearer_is_named_above_the_rules_found(
    client: Client, document: str, asked: str, named: list[str]
):
    html = page(client, q=asked, **{"in": document})
    assert re.findall(r'<li><a href="(/rules/[^"]+)" data-stop>', html) == named
    assert found(html)


def test_the_rulings_of_another_game_are_not_counted(client: Client):
    import_bundled_rulings()
    html = page(client, q="block")
    assert re.search(r'href="/rulings/\?q=block&amp;game=epic">Rulings <span class="num quiet">[1-9]', html)
    html = page(client, q="block", **{"in": "hex"})
    assert 'href="/rulings/?q=block&amp;game=hex">Rulings <span class="num quiet">0<' in html


def test_without_a_question_the_ten_keywords_stand_there(client: Client):
    html = page(client)
    chips = re.findall(r'<li><a class="chip" href="[^"]+">([^<]+)</a></li>', html)
    assert len(chips) == 10
    assert chips[0] == "Airborne"


def test_the_page_works_as_a_plain_form(client: Client):
    html = page(client, q="airborne")
    assert '<form class="search" action="/rules/" method="get" role="search">' in html
    assert re.search(r'name="q"\s+type="search"\s+value="airborne"', html)


def test_htmx_gets_the_results_alone_and_an_announcement(client: Client):
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
def test_text_that_means_harm_is_only_words(client: Client, asked: str):
    html = page(client, q=asked)
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "\x00" not in html
    assert len(html) < 30_000


@given(st.text(max_size=400))
def test_any_text_is_a_question(text: str):
    asked = questions.clean_question(text)
    assert len(asked) <= questions.MAX_QUESTION_LENGTH
    for book in (COMPLETE, RULE_BOOK):
        answer = questions.answer(book, asked)
        assert answer.number <= questions.MAX_HITS


def test_every_answer_weighs_less_than_thirty_kilobytes(client: Client):
    words = [term.name for term in COMPLETE.glossary] + [rule.heading for rule in COMPLETE.units]
    heaviest = max(len(client.get("/rules/", {"q": word}, headers=FRAGMENT).content) for word in words[:250])
    assert heaviest < 30_000


def test_too_many_searches_in_a_minute_are_refused_for_one_visitor_only(client: Client, monkeypatch):
    monkeypatch.setattr(questions, "SEARCHES_A_MINUTE", 2)
    answers = [client.get("/rules/", {"q": "airborne"}).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert client.get("/rules/").status_code == 200
    assert client.get("/rules/", {"q": "airborne"}, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_the_one_box_counts_what_rulings_and_cards_have(client: Client):
    html = page(client, q="kong")
    assert re.search(r'href="/cards/\?game=epic&amp;q=kong">Cards <span class="num quiet">1</span>', html)
    assert re.search(r'href="/rulings/\?q=kong&amp;game=epic">Rulings <span class="num quiet">\d+</span>', html)


def test_a_chapter_narrows_what_is_found(client: Client):
    everywhere = found(page(client, q="initiative"))
    only = found(page(client, q="initiative", chapter="3"))
    assert only
    assert {address.split("/")[3][0] for address in only} == {"3"}
    assert {address.split("/")[3][0] for address in everywhere} != {"3"}
    assert found(page(client, q="initiative", chapter="../x")) == everywhere
