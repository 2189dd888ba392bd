"""Interpretations page and its citations."""

import re

from django.test import Client

from epic_events.reference.rules import selectors
from rules.games import GAMES
from rules.rulebooks import Interpretation


def test_interpretations_page_lists_each_once(client: Client) -> None:
    page = client.get("/rules/interpretations/").content.decode()
    entries = [name for game in GAMES.values() for name in game.interpretations]
    assert [page.count(f'id="{name}"') for name in entries] == [1] * len(entries)
    assert page.count('class="interpretation"') == len(entries)


def test_interpretations_page_searches_words_and_rules(client: Client) -> None:
    def found(asked: str) -> list[str]:
        return re.findall(r'id="(I-\d+)"', client.get("/rules/interpretations/", {"q": asked}).content.decode())

    entries = GAMES["epic"].interpretations
    assert found("i-83") == ["I-83"]
    assert found("4.4.11b") == [
        name for name, entry in entries.items() if any("4.4.11b" in one for one in all_texts(entry))
    ]
    assert found("DIVIDING damage") == ["I-83"]
    assert found("narwhal") == []
    assert found("\0" * 300) == list(entries)


def all_texts(entry: Interpretation) -> list[str]:
    return [entry.problem, *entry.options, entry.reason, *entry.rules]


def test_cited_returns_url_of_rule_or_interpretation() -> None:
    rule, book, open_point = (
        selectors.cited(name) for name in ("5.17.1", "RB:battle-phase/before-damage-step", "I-40")
    )
    assert rule is not None
    assert book is not None
    assert open_point is not None
    assert rule.url == "/rules/epic-complete/5.17.1/"
    assert book.url == "/rules/epic-rulebook/battle-phase/before-damage-step/"
    assert open_point.url == "/rules/interpretations/#I-40"
    assert selectors.cited("99.9") is None


def test_interpretations_page_shows_both_versions_if_they_differ(client: Client) -> None:
    page = client.get("/rules/interpretations/").content.decode()
    entry = GAMES["epic"].interpretations["I-40"]
    assert entry.default_text("CR-2016-03") != entry.default_text("RB-2017")
    assert entry.default_text("CR-2016-03") in page
    assert entry.default_text("RB-2017") in page
    for version, name in GAMES["epic"].versions.items():
        assert (f"<dt>{name}</dt>" in page, f"<dt>{version}</dt>" in page) == (True, False)
