"""Frequent questions of judges find their rule among the first five hits."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.search import rulebook_index
from tests.rules.rulebooks.printed_hashes import RULEBOOKS

TOPICS = tomllib.loads((Path(__file__).parent / "ends_and_copies.toml").read_text(encoding="utf-8"))
FIRST = 5
LEAST_HELD = 0.95
"""The share of held questions that has to find its rule."""


def asked(part: str) -> Iterator[tuple[str, str, set[str]]]:
    """Yield the questions of a part for each document that answers them: document, question, rules."""
    for topic in TOPICS.values():
        for slug, rules in topic["rules"].items():
            yield from ((slug, question, set(rules)) for question in topic["questions"][part])


def is_found(slug: str, question: str, rules: set[str]) -> bool:
    return not rules.isdisjoint(hit.id for hit in rulebook_index(RULEBOOKS[slug]).search(question, FIRST).hits)


def test_topics_name_existing_rules() -> None:
    wanted = {(slug, rule) for topic in TOPICS.values() for slug, rules in topic["rules"].items() for rule in rules}
    assert wanted <= {(slug, rule.id) for slug, rulebook in RULEBOOKS.items() for rule in rulebook.units}


@pytest.mark.parametrize("topic", TOPICS)
def test_search_tuned_questions_finds_rule_in_first_five(topic: str) -> None:
    rules = TOPICS[topic]["rules"]
    missed = [
        (slug, question)
        for slug in rules
        for question in TOPICS[topic]["questions"]["tuned"]
        if not is_found(slug, question, set(rules[slug]))
    ]
    assert missed == []


def test_search_held_questions_finds_rule_in_first_five() -> None:
    found = [is_found(*question) for question in asked("held")]
    assert sum(found) / len(found) >= LEAST_HELD


@pytest.mark.parametrize(
    ("game", "question", "rule"),
    [
        ("hex", "running out of cards", "HB:7.1"),
        ("hex", "my deck is empty", "HB:7.1"),
        ("hex", "cannot draw", "HB:7.1"),
        ("epic", "how many copies of a card may a deck have", "RB:the-many-epic-formats/constructed/full-constructed"),
        ("epic", "four of the same card", "RB:the-many-epic-formats/constructed/full-constructed"),
        ("epic", "both players at zero health", "1.5.4"),
        ("champions", "how do blessings work", "CH:2.4.2"),
        ("champions", "when does a card rotate", "CH:6.1.2/rotate"),
        ("epic-tcg", "max copies", "TCG:4.5"),
    ],
)
def test_search_of_game_begins_with_answering_document(
    game: str, question: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "--game", game, "--json", question]) == 0
    assert rule in [hit["rule"] for hit in json.loads(capsys.readouterr().out)[:FIRST]]
