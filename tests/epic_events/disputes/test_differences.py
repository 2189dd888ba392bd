"""Differences of JSON values, and encoding of boards."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epic_events.disputes.replays.stored_boards import applied, difference, encode_boards

# Python takes 1 for true; a field of a board is one or the other throughout.
LEAVES = st.none() | st.integers(2) | st.booleans() | st.text(max_size=3)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=4)
)


@given(JSON, JSON)
def test_difference_applied_to_source_gives_target(one: Any, other: Any) -> None:
    change = difference(one, other)
    assert applied(one, change) == other
    assert (change is None) == (one == other)


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), max_size=8))
def test_difference_of_lists_omits_common_ends(one: list[int], other: list[int]) -> None:
    change = difference(one, other)
    if change is not None and change[0] == "[:]":
        _, start, end, output = change
        assert one[:start] == other[:start]
        assert one[end:] == other[start + len(output) :]


@pytest.mark.parametrize(
    ("one", "other", "change"),
    [
        ({"a": 2, "b": 3}, {"a": 2, "b": 4}, ["{}", {"b": ["=", 4]}, []]),
        ({"a": 2, "b": 3}, {"a": 2, "c": None}, ["{}", {"c": ["=", None]}, ["b"]]),
        ([{"a": 2}, 5, 6], [{"a": 3}, 5, 6], ["[]", {"0": ["{}", {"a": ["=", 3]}, []]}]),
        (["Kong", "Lash", "Muse"], ["Kong", "Muse"], ["[:]", 1, 2, []]),
        ([], {}, ["=", {}]),
    ],
)
def test_difference_has_documented_format(one: Any, other: Any, change: Any) -> None:
    assert difference(one, other) == change
    assert applied(one, change) == other


@given(st.lists(st.dictionaries(st.sampled_from("abcd"), JSON, min_size=1, max_size=3), min_size=1, max_size=12))
def test_encode_boards_round_trips(boards: list[dict[str, Any]]) -> None:
    rows = list(encode_boards((board, {**board, "hand": step}) for step, board in enumerate(boards)))
    assert rows[0].whole
    public: Any = None
    staff: Any = None
    for step, row in enumerate(rows):
        public = row.public if row.whole else applied(public, row.public)
        staff = row.staff if row.whole else applied(staff, row.staff)
        assert (public, staff) == (boards[step], {**boards[step], "hand": step})


@given(st.lists(st.lists(st.integers(0, 9), max_size=9), min_size=1, max_size=30))
def test_encode_boards_differences_stay_smaller_than_whole_board(boards: list[list[int]]) -> None:
    since = weight = 0
    for row in encode_boards(({"hand": board}, {"hand": board}) for board in boards):
        since, weight = (0, row.size) if row.whole else (since + row.size, weight)
        assert since <= weight
