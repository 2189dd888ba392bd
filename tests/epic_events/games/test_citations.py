"""Citations in sentences lead to the unit they name, in the document of their own game."""

import pytest

from epic_events.reference.rules import shelf
from epic_events.reference.rules.markup import linked_citations
from rules.games import GAMES
from tests.rules.champions.test_registering import CHAMPIONS


@pytest.fixture
def champions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site know a game whose document explains words without numbers."""
    monkeypatch.setitem(GAMES, CHAMPIONS.slug, CHAMPIONS)
    shelf.rulebooks.cache_clear()
    shelf.cited.cache_clear()


@pytest.mark.usefixtures("champions")
@pytest.mark.parametrize(
    ("citation", "address"),
    [
        ("CH:6.1.2/last-stand", "/rules/aos-champions/6.1.2/last-stand/"),
        ("CH:4.1.2.1a", "/rules/aos-champions/4.1.2.1a/"),
        ("CH:2.4.2.2l", "/rules/aos-champions/2.4.2.2l/"),
        ("4.1.1", "/rules/epic-complete/4.1.1/"),
    ],
)
def test_a_citation_leads_to_its_unit(citation: str, address: str):
    linked = linked_citations(f"It rests on {citation}, and on nothing else.")
    assert f'<a href="{address}"' in linked
    assert f">{citation}</a>, and" in linked
