"""The search of each document of each game, by all the questions that are known to it."""

import pytest

from tests.benchmarks.search_quality import LISTS, Quality, by_document, measure
from tests.rules.rulebooks.printed_hashes import RULEBOOKS

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
    return by_document({name: measure(*of) for name, of in LISTS.items()})


def test_every_document_has_questions(quality: dict[str, Quality]):
    assert set(quality) == set(RULEBOOKS) == set(LEAST)
    held = {slug for name, (slug, _questions) in LISTS.items() if "held" in name}
    assert held == set(RULEBOOKS)


@pytest.mark.parametrize("slug", list(LEAST))
def test_a_document_answers_at_least_as_often_as_before(slug: str, quality: dict[str, Quality]):
    first, five = LEAST[slug]
    assert quality[slug].first >= first
    assert quality[slug].top_five >= five


def test_every_answer_is_a_rule_of_its_document():
    for slug, questions in LISTS.values():
        assert set().union(*questions.values()) - {rule.id for rule in RULEBOOKS[slug].rules} == set()
