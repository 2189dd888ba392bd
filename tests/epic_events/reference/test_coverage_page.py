"""Rule-coverage page."""

import pytest
from django.test import Client
from django.utils.html import escape

from rules.games import EPIC
from rules.rulebooks import Kind

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_coverage_page_lists_every_rule_with_test_or_reason(client: Client) -> None:
    page = client.get("/rules/coverage/").content.decode()
    game = EPIC
    assert "Epic Tournament Procedures</h2>" not in page
    for book in (book for book in game.rulebooks.values() if not book.procedure):
        pinned = sum(bool(game.coverage()[unit.id].pinned) for unit in book.units if unit.kind is not Kind.SECTION)
        words = " ".join(page.split())
        assert (
            f"For {pinned} rules, mutation testing has shown which tests fail when the engine breaks the rule." in words
        )
        for unit in book.units:
            entry = game.coverage()[unit.id]
            text = escape(entry.reason or entry.sentences[0]) if entry.reason or entry.tests else unit.label
            assert text in page, unit.id
            assert f'href="/rules/{book.slug}/{unit.slug}/"' in page


def test_coverage_page_queries_no_rules(client: Client, django_assert_max_num_queries) -> None:
    client.get("/rules/coverage/")
    with django_assert_max_num_queries(2):
        client.get("/rules/coverage/")
