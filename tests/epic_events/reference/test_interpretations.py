"""The page of interpretations, and how citations lead to it."""

from django.test import Client

from epic_events.reference import shelf
from rules.games import GAMES


def test_every_interpretation_stands_on_the_page_once(client: Client) -> None:
    page = client.get("/rules/interpretations/").content.decode()
    entries = GAMES["epic"].interpretations
    assert [page.count(f'id="{name}"') for name in entries] == [1] * len(entries)
    assert page.count('class="panel"') == len(entries)


def test_a_citation_leads_to_its_place() -> None:
    rule, book, open_point = (shelf.cited(name) for name in ("5.17.1", "RB:battle-phase/before-damage-step", "I-40"))
    assert rule is not None
    assert book is not None
    assert open_point is not None
    assert rule.url == "/rules/epic-complete/5.17.1/"
    assert book.url == "/rules/epic-rulebook/battle-phase/before-damage-step/"
    assert open_point.url == "/rules/interpretations/#I-40"
    assert shelf.cited("99.9") is None


def test_both_versions_are_shown_where_they_differ(client: Client) -> None:
    page = client.get("/rules/interpretations/").content.decode()
    entry = GAMES["epic"].interpretations["I-40"]
    assert entry.decision("CR-2016-03") != entry.decision("RB-2017")
    assert entry.decision("CR-2016-03") in page
    assert entry.decision("RB-2017") in page
