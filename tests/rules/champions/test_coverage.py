"""The stored coverage table of Champions matches the tests and cites existing rules."""

from rules.champions.coverage import NOT_BY_PLAY, coverage
from rules.champions.interpretations import INTERPRETATIONS
from rules.champions.rulebooks import RULEBOOKS
from rules.games import GAMES
from tests.rules.champions.coverage import table
from tests.rules.games.arranged import citations


def test_coverage_table_equals_tests() -> None:
    assert {rule: list(entry.tests) for rule, entry in coverage().items() if entry.tests} == table()


def test_coverage_table_names_existing_rules() -> None:
    assert set(table()) - citations(GAMES["champions"]) == set()


def test_every_unit_and_interpretation_has_a_test_or_a_reason() -> None:
    (book,) = RULEBOOKS.values()
    every = [*(unit.id for unit in book.units), *INTERPRETATIONS]
    assert len(every) == 334 + 54
    entries = coverage()
    assert [rule for rule in every if not entries[rule].tests and not entries[rule].reason] == []
    assert [rule for rule in NOT_BY_PLAY if entries[rule].tests] == []
