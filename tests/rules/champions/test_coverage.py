"""The stored coverage table of Champions matches the tests and cites existing rules."""

from rules.champions.coverage import coverage
from rules.games import GAMES
from tests.rules.champions.coverage import table
from tests.rules.games.arranged import citations


def test_coverage_table_equals_tests() -> None:
    assert {rule: list(entry.tests) for rule, entry in coverage().items()} == table()


def test_coverage_table_names_existing_rules() -> None:
    assert set(table()) - citations(GAMES["champions"]) == set()
    assert len(table()) > 90
