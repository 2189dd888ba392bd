"""Tie-break values as displayed by pages and API."""

from fractions import Fraction

import pytest

from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.methods.standings import Result, Settings, Standing, standings
from epic_events.pairings.methods.tie_breaks.chain import TieBreak
from epic_events.pairings.methods.tie_breaks.values import Byes
from epic_events.pairings.standings.rows import ValueBreakdown, describe_values, format_exact
from tests.epic_events.pairings.methods.tie_breaks.test_breakdowns import standings_by

NAMES = {1: "Ada", 2: "Bo", 3: "Cy", 4: "Dee"}
SEED = 7

Displayed = tuple[str, str, str, list[tuple[str, str, str]], list[str]]
"""The value, the same as a fraction, how the terms make it, the terms with their names, and the remarks."""


def displayed_values(row: Standing, names: dict[int, str] = NAMES) -> list[ValueBreakdown]:
    return describe_values(row, names, SEED)


def displayed_fields(value: ValueBreakdown) -> Displayed:
    terms = [(term.name, term.text, term.counts) for term in value.terms]
    return value.text, value.exact, value.lead, terms, value.remarks


LEFT_OUT = ["Not counted: the bye in round 4."]
OF_ADA: dict[str, Displayed] = {
    "omw": ("47.22", "17/36", "mean of", [("Bo", "6/12", ""), ("Cy", "4/9", "")], LEFT_OUT),
    "gw": ("66.67", "2/3", "", [("", "16 of 24 game points", "")], []),
    "mw": ("77.78", "7/9", "", [("", "7 of 9 match points", "")], []),
    "ml": ("0.00", "", "", [("", "0 of 2 matches lost", "")], LEFT_OUT),
    "oomw": ("57.41", "31/54", "mean of", [("Bo", "55.56", ""), ("Cy", "59.26", "")], LEFT_OUT),
    "cumulative": (
        "8.2344",
        "527/64",
        "after each round, a quarter of the previous value plus all match points so far:",
        [("Bo", "0/4 + 3 = 3", ""), ("", "3/4 + 3 = 3.75", ""), ("Cy", "3.75/4 + 4 = 4.9375", ""),
         ("", "4.9375/4 + 7 = 8.2344", "")],
        [],
    ),
    "progressive": ("17", "", "sum of", [("Bo", "3", ""), ("", "3", ""), ("Cy", "4", ""), ("", "7", "")], []),
    "sos": ("1.4167", "17/12", "mean of", [("Bo", "6/4", ""), ("Cy", "4/3", "")], LEFT_OUT),
    "on_time": ("yes", "", "", [], []),
    "head_to_head": (DASH, "", "", [], ["Not needed: no other player is tied at this point."]),
    "lot": (DASH, "", "", [], ["Not needed: no other player is tied at this point."]),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_ADA)
def test_shown_value_of_every_kind_lists_its_terms(name: str):
    """Ada beat Bo, missed a round, drew with Cy and had a bye."""
    (value,) = displayed_values(standings_by(TieBreak.of(name))[1])
    assert displayed_fields(value) == OF_ADA[name]


def test_shown_value_has_name_and_settings():
    (value,) = displayed_values(standings_by(TieBreak.of("omw"))[1])
    assert (value.link, value.short, value.title) == (
        TieBreak.of("omw"),
        "OMW%",
        "Opponents' match-win percentage (mean)",
    )
    assert value.settings == [
        "Each percentage counts as at least 1/3.",
        "Opponents' byes count in their record as match wins.",
        "The player's own byes do not count.",
    ]
    assert [(term.term.round, term.term.opponent) for term in value.terms] == [(1, 2), (3, 3)]


def test_shown_value_without_opponents_is_minimum():
    values = displayed_values(standings_by(TieBreak.of("omw"), TieBreak.of("gw"))[4])
    assert [displayed_fields(value) for value in values] == [
        ("0.00", "", "no opponent yet", [], []),
        ("33.33", "1/3", "", [("", "0 of 0 game points", "33.33")], []),
    ]


def test_shown_share_changed_by_floor_or_ceiling_shows_counted_value():
    lost = [Result(1, 1, 2, 3, 0, 2, 0), Result(1, 3, 4, 3, 0, 2, 0), Result(2, 1, 4, 3, 0, 2, 0)]
    options = {"floor": Fraction(1, 4), "ceiling": Fraction(3, 4)}
    rows = {row.player: row for row in standings([], lost, Settings((TieBreak.of("omw", **options),)))}
    assert [displayed_fields(displayed_values(rows[player])[0]) for player in (1, 2)] == [
        ("25.00", "1/4", "mean of", [("Bo", "0/3", "25.00"), ("Dee", "0/6", "25.00")], []),
        ("75.00", "3/4", "mean of", [("Ada", "6/6", "75.00")], []),
    ]


def test_shown_value_labels_bye_among_opponents():
    counted = [Result.bye(1, 1), Result(2, 1, 2, 3, 0, 2, 0)]
    (row, *_) = standings([], counted, Settings((TieBreak.of("omw", own_byes=Byes.IN),)))
    assert displayed_fields(displayed_values(row)[0]) == (
        "33.33",
        "1/3",
        "mean of",
        [("", "a bye", "33.33"), ("Bo", "0/3", "33.33")],
        [],
    )


def test_shown_value_lists_excluded_byes_together():
    (row,) = standings([], [Result.bye(1, 1), Result.bye(3, 1)], Settings((TieBreak.of("wins", own_byes=Byes.OUT),)))
    assert displayed_fields(displayed_values(row)[0]) == (
        "0",
        "",
        "sum of",
        [],
        ["Not counted: the byes in rounds 1, 3."],
    )


def test_shown_value_names_up_to_eight_tied_players():
    chain = (TieBreak.of("head_to_head"), TieBreak.of("lot"))
    names = {player: f"P{player}" for player in range(1, 11)}
    nine, ten = (
        {row.player: row for row in standings(range(1, most), [], Settings(chain, seed=SEED))}[1] for most in (10, 11)
    )
    others = "Tied with P2, P3, P4, P5, P6, P7, P8, P9"
    apart = "not used because not all of them have met each other."
    drawn = "the lot is drawn from the seed 7."
    assert [displayed_fields(value) for value in displayed_values(nine, names)] == [
        (DASH, "", "", [], [f"{others}; {apart}"]),
        ("drawn", "", "", [], [f"{others}; {drawn}"]),
    ]
    assert [value.remarks for value in displayed_values(ten, names)] == [
        [f"{others} and 1 more; {apart}"],
        [f"{others} and 1 more; {drawn}"],
    ]


def test_shown_head_to_head_lists_matches_among_tied_players():
    (row, _) = standings([], [Result(1, 1, 2, 1, 1, 1, 1)], Settings((TieBreak.of("head_to_head"),)))
    assert displayed_fields(displayed_values(row)[0]) == (
        "1",
        "",
        "mean match points from the matches among the tied players:",
        [("Bo", "1", "")],
        ["Tied with Bo; all of them have met each other."],
    )


def test_format_exact_writes_fractions():
    assert [format_exact(value) for value in (Fraction(2, 3), Fraction(4, 2), None)] == ["2/3", "2", None]
