"""Citations link to the rule in the document of their game."""

import pytest

from epic_events.reference.rules import selectors
from epic_events.reference.rules.markup import linked_citations, official_html
from rules.champions.rulebooks import RULEBOOKS
from rules.games import GAMES
from tests.rules.champions.test_registration import CHAMPIONS


@pytest.fixture
def champions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a game whose document has terms without rule numbers."""
    monkeypatch.setitem(GAMES, CHAMPIONS.slug, CHAMPIONS)
    selectors.rulebooks.cache_clear()
    selectors.cited.cache_clear()


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
def test_citation_links_to_its_unit(citation: str, address: str):
    linked = linked_citations(f"It rests on {citation}, and only on it.")
    assert f'<a href="{address}"' in linked
    assert f">{citation}</a>, and" in linked


@pytest.mark.usefixtures("champions")
@pytest.mark.parametrize(
    ("unit", "text", "shown"),
    [
        (
            "CH:1.1.2",
            "the rule (4.15.5)",
            '(<a href="/rules/aos-champions/4.1.5.5/" title="Misprint. The correct number is 4.1.5.5.">4.15.5</a>)',
        ),
        (
            "CH:2.4.3.1g",
            "see 2.14",
            'see <a href="/rules/aos-champions/2.8/" title="Misprint. The correct number is 2.8.">2.14</a>',
        ),
        ("CH:5.1.3", "the recipient (3.1.3)", '(<span title="Misprint. This number refers to no rule.">3.1.3</span>)'),
        ("CH:2.10.1.2", "see 2.14", '<a href="/rules/aos-champions/2.14/" title="Tags">2.14</a>'),
    ],
)
def test_citation_misprinted_in_official_text_links_to_intended_unit(unit: str, text: str, shown: str):
    book = RULEBOOKS["aos-champions"]
    assert shown in official_html(book, [{"kind": "paragraph", "text": text}], unit)
