"""Rule search of each document with all known questions."""

import pytest

from rules.search import rulebook_index
from tests.rules.rulebooks.printed_hashes import RULEBOOKS
from tools.benchmarks.search_quality import FROM_PRINT, LISTS, Quality, by_document, measure, pool

LEAST = {
    "epic-complete": (0.91, 0.985),
    "epic-rulebook": (0.95, 0.985),
    "epic-procedures": (0.83, 0.96),
    "hex": (0.935, 0.985),
    "hex-basics": (0.965, 0.99),
    "epic-tcg": (0.87, 0.97),
    "aos-champions": (0.85, 0.965),
}
"""The share of questions whose first answer has to be right, and with a right one among the first five, by document."""


@pytest.fixture(scope="module")
def quality() -> dict[str, Quality]:
    return by_document({name: measure(*of) for name, of in LISTS.items() if not name.startswith("From print")})


def test_documents_all_have_questions(quality: dict[str, Quality]):
    assert set(quality) == set(RULEBOOKS) == set(LEAST)
    held = {slug for name, (slug, _questions) in LISTS.items() if "held" in name}
    assert held == set(RULEBOOKS)


@pytest.mark.parametrize("slug", list(LEAST))
def test_search_of_document_answers_as_often_as_before(slug: str, quality: dict[str, Quality]):
    first, five = LEAST[slug]
    assert quality[slug].first >= first
    assert quality[slug].top_five >= five


@pytest.mark.parametrize("slug", list(dict.fromkeys(slug for _part, slug in FROM_PRINT)))
def test_search_in_words_of_printed_text_is_answered(slug: str):
    found = pool(measure(slug, questions) for (_part, of), questions in FROM_PRINT.items() if of == slug)
    assert found.first >= 0.82
    assert found.top_five >= 0.96


@pytest.mark.parametrize("slug", list(RULEBOOKS))
def test_search_of_glossary_term_shows_definition_first(slug: str):
    index = rulebook_index(RULEBOOKS[slug])
    asked = {term.name: index.search(term.name, 1).hits[0].id for term in RULEBOOKS[slug].glossary}
    assert {name: found for name, found in asked.items() if found not in _explained(slug)[name]} == {}


def _explained(slug: str) -> dict[str, set[str]]:
    return {term.name: set(term.rules) for term in RULEBOOKS[slug].glossary}


@pytest.mark.parametrize(
    ("slug", "asked", "right"),
    [
        ("hex", "defensive", "UR:157"),
        ("hex", "what does defensive mean", "UR:157"),
        ("epic-tcg", "Deadly", "TCG:5.13"),
        ("epic-tcg", "prepared", "TCG:5.29"),
        ("epic-tcg", "when trigger", "TCG:3.6"),
        ("epic-tcg", "as triggers", "TCG:3.7"),
        ("aos-champions", "discard", "CH:6.1.2/discard"),
        ("aos-champions", "discard pile", "CH:3.1.3b"),
        ("aos-champions", "what is a deck", "CH:3.1.1a"),
        ("epic-complete", "turn sequence", "4.0"),
    ],
)
def test_search_exact_spelling_ranks_before_stem(slug: str, asked: str, right: str):
    assert rulebook_index(RULEBOOKS[slug]).search(asked).hits[0].id == right


def test_questions_name_existing_rules():
    for slug, questions in LISTS.values():
        assert set().union(*questions.values()) - {rule.id for rule in RULEBOOKS[slug].rules} == set()
