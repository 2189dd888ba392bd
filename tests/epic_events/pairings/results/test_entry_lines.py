"""Result line notation: parsing and formatting."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import Kind, Score
from epic_events.pairings.results.entry_lines import EntryLine, LineError, format_line, parse_line
from epic_events.pairings.results.scores import ScoreError, check_score


@pytest.mark.parametrize(
    ("text", "best_of", "score"),
    [
        ("12 21", 3, Score(2, 1)),
        ("12 2-1", 3, Score(2, 1)),
        ("  12\t2\N{EN DASH}1 ", 3, Score(2, 1)),
        ("12 210", 3, Score(2, 1)),
        ("12*21", 3, Score(2, 1)),
        ("12+2-1-1", 3, Score(2, 1, 1)),
        ("12.101", 3, Score(1, 0, 1, Kind.TIME)),
        ("12/001", 3, Score(0, 0, 1, Kind.TIME)),
        ("12,111", 3, Score(1, 1, 1)),
        ("12 111 T", 3, Score(1, 1, 1, Kind.TIME)),
        ("12 111", 5, Score(1, 1, 1, Kind.TIME)),
        ("12 1", 1, Score(1, 0)),
        ("12 2", 1, Score(0, 1)),
        ("12 0", 1, Score(0, 0, 1)),
        ("12 d", 1, Score(0, 0, 1)),
        ("12 d", 3, Score(1, 1, 1)),
        ("12 D", 5, Score(2, 2, 1)),
        ("12 id", 3, Score(0, 0, 0, Kind.AGREED_DRAW)),
        ("12 11 id", 3, Score(1, 1, 0, Kind.AGREED_DRAW)),
        ("12 c1", 3, Score(0, 2, 0, Kind.CONCEDED)),
        ("12 2-1 c", 3, Score(2, 1, 0, Kind.CONCEDED)),
        ("12 ns1", 5, Score(0, 3, 0, Kind.NO_SHOW)),
        ("12 ns", 3, Score(0, 0, 0, Kind.NO_SHOW)),
        ("12 dl", 3, Score(0, 0, 0, Kind.DOUBLE_LOSS)),
        ("12 aw2", 1, Score(0, 1, 0, Kind.AWARDED)),
        ("12 10 h17-0", 1, Score(1, 0, health=(17, 0))),
        ("12 10 h?-0", 1, Score(1, 0, health=(None, 0))),
    ],
)
def test_parse_line_returns_score(text, best_of, score):
    assert parse_line(text, best_of) == EntryLine(12, score)


def test_parse_line_returns_drops_and_reason():
    assert parse_line("3 21 x2 # slip was turned", 3) == EntryLine(3, Score(2, 1), (2,), "slip was turned")
    assert parse_line("3 21 x1 x2", 3).drops == parse_line("3 21 x21", 3).drops == (1, 2)
    assert parse_line("3 21 # a # b", 3).reason == "a # b"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Start the line with the table number"),
        ("#", "Start the line with the table number"),
        ("ana 21", "Start the line with the table number"),
        ("123456 21", "Start the line with the table number"),
        ("12", "the result is missing"),
        ("12 # because", "the result is missing"),
        ("12 1", "is not a result"),
        ("12 2-", "is not a result"),
        ("12 2--1", "is not a result"),
        ("12 21 21", "after the result"),
        ("12 c3", "is not a result"),
        ("12 ns12", "is not a result"),
        ("12 21 x3", "after the result"),
        ("12 21 h1000-1", "after the result"),
        ("12 ٣1", "is not a result"),
        ("٣ 21", "Start the line with the table number"),
        ("12 21\n13 21", "Start the line with the table number"),
        ("12 21 " + "x" * 700, "too long"),
    ],
)
def test_parse_line_with_invalid_text_raises_reason(text, message):
    with pytest.raises(LineError, match=message):
        parse_line(text, 3)


def _possible(score: Score, best_of: int) -> bool:
    try:
        check_score(score, best_of, needs_winner=False)
    except ScoreError:
        return False
    return True


POSSIBLE = [
    (score, best_of)
    for best_of in (1, 3, 5)
    for score in (Score(*games, kind) for games in product(range(4), range(4), range(6)) for kind in Kind)
    if _possible(score, best_of)
]
HEALTH = st.tuples(*[st.none() | st.integers(0, 999)] * 2)
DROPS = st.sampled_from([(), (1,), (2,), (1, 2)])
REASONS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20)


@given(st.integers(1, 99_999), st.sampled_from(POSSIBLE), HEALTH, DROPS, REASONS)
def test_format_line_and_parse_line_round_trip(table, possible, health, drops, reason):
    score, best_of = possible
    line = EntryLine(table, replace(score, health=health), drops, reason)
    assert parse_line(format_line(line, best_of), best_of) == line


@given(st.text(max_size=40) | st.text("0123456789 -xchdintsaw#*+.,?\n", max_size=20), st.sampled_from([1, 3, 5]))
def test_parse_line_any_text_returns_line_or_user_error(text, best_of):
    try:
        line = parse_line(text, best_of)
    except UserError:
        return
    if _possible(line.score, best_of):
        assert parse_line(format_line(line, best_of), best_of) == line
