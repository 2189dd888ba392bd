"""Rule search of the Epic TCG, with questions of players."""

import tomllib
from pathlib import Path

import pytest

from rules.epic_tcg.rulebooks import RULEBOOKS
from rules.search import rulebook_index

BOOK = RULEBOOKS["epic-tcg"]
QUESTIONS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("questions.toml").read_text(encoding="utf-8")
)
UNSEEN = ("held", "fresh", "late")


def search_units(question: str, limit: int = 5) -> list[str]:
    return [hit.id.removeprefix("TCG:") for hit in rulebook_index(BOOK).search(question, limit).hits]


def counted(part: str) -> tuple[int, int]:
    """Return how many questions of a part are answered first, and within the first five."""
    answers = [(search_units(question), set(units)) for question, units in QUESTIONS[part].items()]
    first = sum(bool(hits) and hits[0] in units for hits, units in answers)
    return first, sum(not units.isdisjoint(hits) for hits, units in answers)


def test_search_questions_name_existing_units():
    assert {part: len(questions) for part, questions in QUESTIONS.items()} == {
        "tuned": 25,
        "held": 25,
        "fresh": 50,
        "late": 25,
    }
    named = {f"TCG:{unit}" for questions in QUESTIONS.values() for units in questions.values() for unit in units}
    assert named - {unit.id for unit in BOOK.units} == set()


def test_search_questions_are_unique():
    asked = [question for questions in QUESTIONS.values() for question in questions]
    assert len(set(asked)) == len(asked)


def test_search_questions_are_answered_as_often_as_before():
    assert counted("tuned") == (25, 25)
    unseen = [counted(part) for part in UNSEEN]
    assert sum(first for first, _ in unseen) >= 82
    assert sum(five for _, five in unseen) >= 96


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("3.3", "3.3"),
        ("TCG:5.23", "5.23"),
        ("stack", "3.3"),
        ("flying", "5.8"),
        ("trample", "5.11"),
        ("tap", "5.17"),
        ("untap", "5.28"),
        ("morph", "5.41"),
        ("hexproof", "5.39"),
        ("life", "5.25"),
        ("mulligan", "2.5"),
        ("Pack War", "4.3"),
        ("Battle", "2.30"),
        ("Prepare Step", "2.24"),
        ("gift card", "4.8"),
        ("unblokable", "5.37"),
    ],
)
def test_search_number_or_word_finds_unit_first(asked: str, first: str):
    assert search_units(asked)[0] == first
