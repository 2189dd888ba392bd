"""Tests that PostgreSQL need not run: other tests make the same queries there.

The whole suite runs on SQLite. ``not_again.txt`` names the tests that are skipped on PostgreSQL, because every kind of
query that they make is made by another test. A test that is not named there, such as a new one, runs on both.
``python -m tools.postgresql_subset`` measures all tests and writes the list.

Two queries are of one kind if their SQL differs only in the number of values, both succeed or raise the same error,
and
their values have the same traits: null, not ASCII, long, a large number. Databases also differ in the order of rows
without ORDER BY; SQLite reverses it in every test (``tests/conftest.py``).
"""

from pathlib import Path
from typing import Final

SKIPPED_TESTS: Final = Path(__file__).with_name("not_again.txt")


def strip_parameters(nodeid: str) -> str:
    """Return the name of a test without its parameters; the list names no parameters."""
    return nodeid.partition("[")[0]


def skipped_tests() -> frozenset[str]:
    """Return the names of the tests that are skipped on PostgreSQL."""
    return frozenset(SKIPPED_TESTS.read_text(encoding="utf-8").split()) if SKIPPED_TESTS.exists() else frozenset()
