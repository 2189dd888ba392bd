"""Rule pages: documents, sections, addresses, glossary."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from epic_events.reference.extensions import Panel, RuleSubject, rule_panels
from epic_events.reference.rules import selectors
from epic_events.reference.rules.markup import cite, highlight, rule_html, rule_plain_text
from epic_events.reference.templatetags.rules import cite_links, rule_chip
from rules.games import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

COMPLETE = GAMES["epic"].rulebooks["epic-complete"]
RULE_BOOK = GAMES["epic"].rulebooks["epic-rulebook"]


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def hits(html: str) -> list[str]:
    """Return the numbers of the rules highlighted on a page."""
    articles = re.findall(r'<article class="rule [^"]*rule-hit.*?</article>', html, re.DOTALL)
    return [re.findall(r'class="rule-number"[^>]*>([^<]+)<', article)[0] for article in articles]


@pytest.mark.parametrize("book", [COMPLETE, RULE_BOOK], ids=lambda book: book.slug)
def test_rule_page_exists_for_every_unit(client: Client, book):
    missing = [unit.slug for unit in book.rules if client.get(f"/rules/{book.slug}/{unit.slug}/").status_code != 200]
    assert missing == []


def test_document_page_shows_title_date_and_contents(client: Client):
    html = page(client, "/rules/epic-complete/")
    assert "<h1>Epic Complete Rules</h1>" in html
    assert '<time datetime="2016-03-28">28 Mar 2016</time>' in html
    linked = re.findall(r'<li>\s*<a href="/rules/epic-complete/(\d+)/">', html)
    assert linked == [section.number for section in COMPLETE.sections]


def test_rule_page_highlights_rule_in_its_section(client: Client):
    html = page(client, "/rules/epic-complete/4.4.5/")
    numbers = re.findall(r'class="rule-number"[^>]*>([^<]+)<', html)
    assert numbers == [unit.number for unit in COMPLETE.subtree(COMPLETE.get("4.4"))]
    assert hits(html) == ["4.4.5"]


@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("epic-complete/4.4.6[2]", "/rules/epic-complete/4.4.6-2/"),
        ("epic-complete/4.4.6[1]", "/rules/epic-complete/4.4.6/"),
        ("epic-rulebook/RB:battle-phase", "/rules/epic-rulebook/battle-phase/"),
        ("epic-complete/RB:battle-phase/before-damage-step", "/rules/epic-rulebook/battle-phase/before-damage-step/"),
        ("epic-complete/I-40", "/rules/interpretations/#I-40"),
    ],
)
def test_rule_page_citation_redirects_to_canonical_address(client: Client, asked: str, address: str):
    response = client.get(f"/rules/{asked}/")
    assert (response.status_code, response.headers["Location"]) == (301, address)


@pytest.mark.parametrize("asked", ["4.4.6[3]", "RB:no-such-phase", "I-99999"])
def test_rule_page_unknown_citation_is_404(client: Client, asked: str):
    assert client.get(f"/rules/epic-complete/{asked}/").status_code == 404


def test_rule_chip_distinguishes_rules_with_same_number():
    assert [">4.4.6[1]<" in rule_chip("4.4.6[1]"), ">4.4.6[2]<" in rule_chip("4.4.6[2]")] == [True, True]
    assert 'href="/rules/epic-complete/4.4.6-2/"' in rule_chip("4.4.6[2]")
    assert ">4.4.5<" in rule_chip("4.4.5")


def test_rule_pager_distinguishes_rules_with_same_number(client: Client):
    assert "4.4.6[2] →" in page(client, "/rules/epic-complete/4.4.6/")
    assert "← 4.4.6[1]" in page(client, "/rules/epic-complete/4.4.6-2/")


def link(address: str, citation: str) -> str:
    unit = next(book.get(citation) for book in (COMPLETE, RULE_BOOK) if citation in book)
    return f'<a href="/rules/{address}/" title="{escape(unit.heading)}">'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("It attacks (5.17.2).", f"It attacks ({link('epic-complete/5.17.2', '5.17.2')}5.17.2</a>)."),
        ("By 4.4.6[2].", f"By {link('epic-complete/4.4.6-2', '4.4.6[2]')}4.4.6[2]</a>."),
        ("By 4.4.6.", f"By {link('epic-complete/4.4.6', '4.4.6[1]')}4.4.6</a>."),
        ("See RB:battle-phase,", f"See {link('epic-rulebook/battle-phase', 'RB:battle-phase')}RB:battle-phase</a>,"),
        ("99.99, 5.17.2.9.9, v5.17.2, 5.17.2x, 4.4.6[9], 5 or 12", None),
        ("<b>5.17.2</b>", f"&lt;b&gt;{link('epic-complete/5.17.2', '5.17.2')}5.17.2</a>&lt;/b&gt;"),
        ('"><script>alert(1)</script> & RB:<x>', "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; RB:&lt;x&gt;"),
    ],
)
def test_cite_links_links_citations_and_escapes_text(text: str, html: str | None):
    assert cite_links(text) == (text if html is None else html)


def test_cite_links_recognises_every_citation():
    # A bare number is left alone: in a sentence it is more often damage or gold than a chapter.
    rules = [unit.id for book in (COMPLETE, RULE_BOOK) for unit in book.rules if not unit.id.isdecimal()]
    words = [*rules, *GAMES["epic"].interpretations]
    assert [word for word in words if f">{word}</a>)." not in cite_links(f"So it is ({word}).")] == []


def test_rule_page_number_used_twice_shows_both(client: Client):
    both, second = page(client, "/rules/epic-complete/4.4.6/"), page(client, "/rules/epic-complete/4.4.6-2/")
    assert (hits(both), both.count("number used twice")) == (["4.4.6", "4.4.6"], 2)
    assert hits(second) == ["4.4.6"]
    assert "The document uses the number 4.4.6 twice." in second
    assert '<a href="/rules/epic-complete/4.4.6/">' in second


def test_rule_page_links_cross_references(client: Client):
    html = page(client, "/rules/epic-complete/4.4.5/")
    assert '<a href="/rules/epic-complete/4.4.3/"' in html


def test_rule_page_lists_rules_citing_it(client: Client):
    citing = COMPLETE.cited_by(COMPLETE.get("4.4.3"))
    html = page(client, "/rules/epic-complete/4.4.3/").partition("Rules that refer to this rule")[2]
    assert citing
    assert [f'href="/rules/epic-complete/{rule.slug}/"' in html for rule in citing] == [True] * len(citing)


@pytest.mark.parametrize("path", ["/rules/epic-complete/1.8.4/", "/rules/epic-rulebook/getting-started/"])
def test_rule_page_disagreement_is_shown_on_both_documents(client: Client, path: str):
    html = page(client, path)
    (question,) = [one for one in COMPLETE.disagreements if one.slug == "first-mulligan"]
    assert "The documents contradict each other." in html
    assert [message.says in html for message in question.statements] == [True, True]
    assert 'href="/rules/epic-rulebook/getting-started/"' in html
    assert 'href="/rules/epic-complete/1.8.4/"' in html
    assert 'href="/rules/interpretations/#I-27"' in html
    assert "The rules version of the event decides which document applies." in html


def test_rule_page_disagreement_not_resolved_by_version_shows_interpretation(client: Client):
    html = page(client, "/rules/epic-complete/5.17.3/")
    assert 'href="/rules/interpretations/#I-10"' in html
    assert GAMES["epic"].interpretations["I-10"].default_text() in html
    assert "The rules version of the event decides which document applies." not in html


def test_cite_contains_document_number_date_text_and_address(client: Client):
    rule = COMPLETE.get("5.2.1")
    expected = (
        f"Epic Complete Rules 5.2.1 (28 Mar 2016): “{rule_plain_text(rule.text)}” "
        "http://testserver/rules/epic-complete/5.2.1/"
    )
    assert cite(COMPLETE, rule, "http://testserver/rules/epic-complete/5.2.1/") == expected
    assert f'data-copy="{expected}"' in page(client, "/rules/epic-complete/5.2.1/")


def test_cite_number_used_twice_is_indexed(client: Client):
    assert 'data-copy="Epic Complete Rules 4.4.6[2] (28 Mar 2016)' in page(client, "/rules/epic-complete/4.4.6-2/")


def test_rule_page_keyword_shows_synonyms_and_cards(client: Client):
    html = page(client, "/rules/epic-complete/5.2.1/")
    assert "Synonyms: flying" in html
    assert 'href="/cards/?game=epic&amp;keyword=airborne"' in html


def test_rule_page_unknown_rule_names_nearest(client: Client):
    response = client.get("/rules/epic-complete/4.4.66/")
    assert response.status_code == 404
    assert "Epic Complete Rules has no rule “4.4.66”. Nearest: 4.4.6" in response.content.decode()


def test_document_page_unknown_document_lists_available(client: Client):
    response = client.get("/rules/chess/")
    assert response.status_code == 404
    assert f"Available documents: {', '.join(selectors.rulebooks())}." in response.content.decode()


def test_glossary_page_lists_every_term_once_with_rules(client: Client):
    html = page(client, "/rules/glossary/")
    names = re.findall(r'<th scope="row" class="title">([^<]+)</th>', html)
    every = {term.name for book in GAMES["epic"].rulebooks.values() for term in book.glossary}
    assert names == sorted(every, key=str.casefold)
    assert 'href="/rules/epic-rulebook/keywords-and-terms/airborne/"' in html


def test_rule_page_shows_panels_of_other_apps(client: Client):
    asked: list[str] = []

    def provider(_request, subject: RuleSubject) -> Panel | None:
        asked.append(subject.rule.id)
        return Panel("Decisions", "components/empty.html", {}) if subject.rule.id == "5.2.1" else None

    rule_panels.register(provider)
    rule_panels.register(provider)
    try:
        assert "<h2>Decisions</h2>" in page(client, "/rules/epic-complete/5.2.1/")
        assert "<h2>Decisions</h2>" not in page(client, "/rules/epic-complete/5.2.2/")
    finally:
        rule_panels.unregister(provider)
    assert asked == ["5.2.1", "5.2.2"]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One line\nand more.", "<p>One line\nand more.</p>"),
        ("First:\n\n- a;\n- b.", "<p>First:</p><ul><li>a;</li><li>b.</li></ul>"),
        ("Lead:\n- a", "<p>Lead:</p><ul><li>a</li></ul>"),
        ("**Bold** & <i>", "<p><strong>Bold</strong> &amp; &lt;i&gt;</p>"),
        (
            "See 9.9.9.",
            (
                '<p>See <span class="unresolved" title="This reference matches no rule.">9.9.9'
                '<sup aria-hidden="true">?</sup></span>'
                '<span class="sr-only"> (This reference matches no rule.)</span>.</p>'
            ),
        ),
        (
            "[a](epic-rulebook:battle-phase)",
            '<p><a href="/rules/epic-rulebook/battle-phase/" title="Epic Rule Book: Battle Phase">a</a></p>',
        ),
    ],
)
def test_rule_html_renders_markup_and_escapes_text(text: str, html: str):
    assert rule_html(COMPLETE, text) == html


def test_marked_highlights_ranges_and_escapes_text():
    assert highlight("<b>airborne</b>", ((3, 11),)) == "&lt;b&gt;<mark>airborne</mark>&lt;/b&gt;"


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/rules/", 0),
        ("/rules/epic-complete/", 0),
        ("/rules/epic-complete/4.4.6/", 2),  # whether an official text stands next to it, and its rulings
        ("/rules/glossary/", 0),
    ],
)
def test_rules_pages_query_only_official_texts(client: Client, path: str, queries: int, django_assert_num_queries):
    with django_assert_num_queries(queries):
        assert client.get(path).status_code == 200


def test_rule_page_unchanged_returns_304(client: Client):
    etag = client.get("/rules/epic-complete/4.4.6/").headers["ETag"]
    assert client.get("/rules/epic-complete/4.4.6/", headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize(
    ("citation", "html"),
    [
        (
            "5.17.1",
            '<a class="rule-chip" href="/rules/epic-complete/5.17.1/" title="Meaning of deploying">5.17.1</a>',
        ),
        (
            "RB:battle-phase",
            '<a class="rule-chip" href="/rules/epic-rulebook/battle-phase/" title="Battle Phase">Battle Phase</a>',
        ),
        (
            "https://www.epiccardgame.com/a/",
            '<a class="rule-chip" href="https://www.epiccardgame.com/a/" rel="noreferrer">www.epiccardgame.com</a>',
        ),
        ("javascript:alert(1)", '<span class="rule-chip">javascript:alert(1)</span>'),
        ("<b>", '<span class="rule-chip">&lt;b&gt;</span>'),
    ],
)
def test_rule_chip_is_short_link(citation: str, html: str):
    assert rule_chip(citation) == html


def test_rule_page_misprinted_number_links_both_rules(client: Client):
    html = page(client, "/rules/epic-complete/5.20.1/")
    assert 'href="/rules/epic-complete/5.21.1/">5.21.1 Meaning of transform</a>' in html
    assert "Misprinted as 5.20.1." in page(client, "/rules/epic-complete/5.21.1/")
    assert "Another rule of the document is misprinted" not in page(client, "/rules/epic-complete/5.19.1/")


def test_rule_page_shows_rule_above_disagreements(client: Client):
    html = page(client, "/rules/epic-complete/5.7.1/")
    assert html.index('class="rules"') < html.index('id="disagreements"')
    assert html.index('href="#disagreements"') < html.index('class="rules"')


def test_rule_page_description_is_plain_text(client: Client):
    html = page(client, "/rules/epic-rulebook/keywords-and-terms/ally-abilities/")
    (output,) = re.findall(r'<meta name="description"\s+content="([^"]+)"', html)
    assert "costs 1 and" in output


def test_documents_page_lists_documents_of_every_game(client: Client):
    html = page(client, "/rules/documents/")
    books = [slug for game in GAMES.values() for slug in game.rulebooks]
    assert [slug for slug in books if f'href="/rules/{slug}/"' in html] == books
