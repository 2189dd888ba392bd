"""Choice of the tests that run on PostgreSQL."""

import pytest

from tests.conftest import ROOT
from tools.postgresql_subset import skipped_tests, strip_parameters
from tools.postgresql_subset.__main__ import select_tests
from tools.postgresql_subset.recorder import query_kind

SELECT = "SELECT name FROM people WHERE key IN (%s{more}) AND place = %s"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((SELECT.format(more=""), (1, "a"), ""), (SELECT.format(more=", %s, %s"), (1, 2, 3, "b"), "")),
        (("INSERT INTO people VALUES (%s, %s)", (1, 2), ""), ("INSERT INTO people VALUES (%s), (%s)", (1, 2), "")),
        (("SAVEPOINT s1_x3", None, ""), ("SAVEPOINT s2_x4", None, "")),
        (("SELECT %s", ("a",), ""), ("SELECT %s", {"a": "b"}, "")),
    ],
)
def test_queries_that_differ_in_values_are_of_one_kind(one, other):
    assert query_kind(*one) == query_kind(*other)


def test_queries_with_unusual_values_or_errors_are_of_other_kinds():
    values = (1, 2**31, -(2**31), "a", "ä", "\0", "a" * 256, None)
    kinds = [query_kind("SELECT %s", (value,), "") for value in values]
    assert kinds == [
        f"SELECT (%s) | {mark} | ".replace("(%s)", "%s") for mark in ("", "b", "b", "", "u", "0", "l", "n")
    ]
    assert query_kind("SELECT %s", (1,), "DataError") == "SELECT %s |  | DataError"


def test_chosen_tests_cover_every_kind_of_query():
    asked = {
        "dear": (10.0, frozenset("abc")),
        "cheap": (1.0, frozenset("ab")),
        "own": (5.0, frozenset("d")),
        "again": (0.1, frozenset("a")),
        "other": (2.0, frozenset("c")),
        "nothing": (0.1, frozenset()),
    }
    assert select_tests(asked) == {"again", "cheap", "other", "own"}


def test_list_of_skipped_tests_names_existing_tests():
    texts = {}
    for name in skipped_tests():
        path, *_classes, test = strip_parameters(name).split("::")
        if path not in texts:
            texts[path] = (ROOT / path).read_text(encoding="utf-8")
        assert f"def {test}(" in texts[path], f"{name} is gone: python -m tools.postgresql_subset makes the list anew"
