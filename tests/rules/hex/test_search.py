"""Rule search of HEX, with questions of players."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.hex.rulebooks import RULEBOOKS
from rules.search import rulebook_index

ByDocument = Mapping[str, Mapping[str, list[str]]]
FOLDER = Path(__file__).parent
FIFTY = tomllib.loads((FOLDER / "questions.toml").read_text(encoding="utf-8"))
BATCHES: dict[str, ByDocument] = {
    **{half: {slug: halves[half] for slug, halves in FIFTY.items()} for half in ("dev", "held")},
    **tomllib.loads((FOLDER / "unseen.toml").read_text(encoding="utf-8")),
}
"""Questions with the rules that answer them, by batch and document."""


def search_units(slug: str, question: str, limit: int = 5) -> list[str]:
    return [hit.id for hit in rulebook_index(RULEBOOKS[slug]).search(question, limit).hits]


def test_search_questions_name_existing_units():
    asked = {name: sum(map(len, batch.values())) for name, batch in BATCHES.items()}
    assert asked == {
        "dev": 25, "held": 25, "first": 85, "second": 100, "third": 85, "fourth": 100, "fifth": 50, "sixth": 55,
    }  # fmt: skip
    for batch in BATCHES.values():
        for slug, questions in batch.items():
            named = {unit for right in questions.values() for unit in right}
            assert named - {unit.id for unit in RULEBOOKS[slug].units} == set()


@pytest.mark.parametrize(
    ("batch", "first", "five"),
    [
        ("dev", 22, 25),
        ("held", 23, 25),
        ("first", 81, 84),
        ("second", 96, 99),
        ("third", 70, 84),
        ("fourth", 96, 99),
        ("fifth", 42, 48),
        ("sixth", 50, 54),
    ],
)
def test_search_questions_are_answered_as_often_as_before(batch: str, first: int, five: int):
    answers = [
        (search_units(slug, question), right)
        for slug, questions in BATCHES[batch].items()
        for question, right in questions.items()
    ]
    assert sum(bool(hits) and hits[0] in right for hits, right in answers) >= first
    assert sum(not set(hits).isdisjoint(right) for hits, right in answers) >= five


@pytest.mark.parametrize(
    ("slug", "asked", "first"),
    [
        ("hex", "151", "UR:151"),
        ("hex", "rule 7", "UR:7"),
        ("hex", "crush", "UR:151"),
        ("hex", "trample", "UR:151"),
        ("hex", "legend rule", "UR:132"),
        ("hex", "exile", "UR:135"),
        ("hex", "mill", "UR:24"),
        ("hex", "sweftstrike", "UR:221"),
        ("hex-basics", "mulligan", "HB:1.4"),
        ("hex-basics", "5.4", "HB:5.4"),
        ("hex-basics", "priority", "HB:4.1"),
        ("hex-basics", "upkeep", "HB:3.3"),
    ],
)
def test_search_number_or_word_finds_unit_first(slug: str, asked: str, first: str):
    assert search_units(slug, asked)[:1] == [first]
