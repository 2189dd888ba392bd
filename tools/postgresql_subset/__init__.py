"""Tests that PostgreSQL need not run: others make the same queries there.

The suite runs on SQLite as a whole. ``skipped_tests.txt`` names the tests that need not run on PostgreSQL as well: each
kind of question they ask stands in another test that does. A test that is not named there runs on both: a new one
always does. ``python -m tools.postgresql_subset`` asks every test anew and writes the list.

Two questions are of one kind when their SQL is the same but for how many values stand in it, when both are answered
or both refused by the same error, and when their values are as remarkable: empty, not of ASCII, long, a large number.
What a database may do otherwise besides is to give rows in another order; SQLite turns around what is not ordered in
every test (``tests/conftest.py``).
"""

from pathlib import Path
from typing import Final

SKIPPED_TESTS: Final = Path(__file__).with_name("not_again.txt")


def strip_parameters(nodeid: str) -> str:
    """Return the name of a test without the case of it: what stands in the list stands there with all its cases."""
    return nodeid.partition("[")[0]


def skipped_tests() -> frozenset[str]:
    """Return the names of the tests that PostgreSQL is spared."""
    return frozenset(SKIPPED_TESTS.read_text(encoding="utf-8").split()) if SKIPPED_TESTS.exists() else frozenset()
