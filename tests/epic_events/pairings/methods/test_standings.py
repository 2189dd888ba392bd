"""Standings, compared with hand calculations and published events."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.standings import (
    PRESETS,
    Points,
    Result,
    Settings,
    Share,
    Standing,
    Term,
    match_points,
    standings,
)
from epic_events.pairings.methods.tie_breaks.chain import TieBreak

THIRD = Settings.preset("magic-third")

# Three rounds of five players; 5 drops after round 1, 4 has the bye of round 2, 3 that of round 3.
#   round 1: 1-2 2:0, 3-4 2:1, 5 bye    round 2: 1-3 1:1:1, 2-5 does not take place, 2-4 bye as below
HAND = [
    Result.of_games(1, 1, 2, (2, 0, 0)),
    Result.of_games(1, 3, 4, (2, 1, 0)),
    Result.bye(1, 5),
    Result.of_games(2, 1, 3, (1, 1, 1)),
    Result.bye(2, 4),
    Result.of_games(3, 4, 1, (2, 1, 0)),
    Result.bye(3, 3),
]


def by_player(rows: list[Standing]) -> dict[int, Standing]:
    return {row.player: row for row in rows}


def test_standings_match_points_count_byes_and_played_rounds():
    rows = by_player(standings(range(1, 6), HAND, THIRD))
    assert {p: row.match_points for p, row in rows.items()} == {1: 4, 2: 0, 3: 7, 4: 6, 5: 3}
    chain = (TieBreak.of("mw", floor=Fraction(0)),)
    shares = by_player(standings(range(1, 6), HAND, Settings(chain)))
    assert {p: (row.breakdown("mw").share.won, row.breakdown("mw").share.possible) for p, row in shares.items()} == {
        1: (4, 9),
        2: (0, 3),
        3: (7, 9),
        4: (6, 9),
        5: (3, 3),
    }


def test_standings_opponent_win_percentage_excludes_bye_and_has_floor():
    rows = by_player(standings(range(1, 6), HAND, THIRD))
    # 1 met 2 (0/3, floored to 1/3), 3 (7/9) and 4 (6/9).
    assert rows[1].value("omw") == (Fraction(1, 3) + Fraction(7, 9) + Fraction(6, 9)) / 3
    assert [
        (t.round, t.opponent, isinstance(t.share, Share) and t.share.floored) for t in rows[1].breakdown("omw").terms
    ] == [
        (1, 2, True),
        (2, 3, False),
        (3, 4, False),
    ]
    # 4 met 3 and 1; its bye in round 2 is not an opponent.
    assert rows[4].value("omw") == (Fraction(7, 9) + Fraction(4, 9)) / 2
    # 5 had a bye only.
    assert rows[5].breakdown("omw").terms == ()
    assert rows[5].value("omw") == 0
    assert rows[5].breakdown("omw").byes_left_out == (1,)


def test_standings_game_win_percentage_counts_bye_as_two_wins():
    rows = by_player(standings(range(1, 6), HAND, THIRD))
    # 1: 2-0, 1-1-1, 1-2 is 4 won and 1 drawn of 8 games; 3: 2-1, 1-1-1, bye 2-0 is 5 won, 1 drawn of 8.
    assert rows[1].breakdown("gw").share == Share(13, 24, Fraction(1, 3))
    assert rows[1].value("gw") == Fraction(13, 24)
    assert rows[3].breakdown("gw").share == Share(16, 24, Fraction(1, 3))
    # 4: 1-2, bye 2-0, 2-1 is 5 of 8.
    assert rows[4].value("gw") == Fraction(15, 24)
    assert rows[1].value("ogw") == (Fraction(1, 3) + Fraction(16, 24) + Fraction(15, 24)) / 3


def test_standings_order_is_points_omw_gw_ogw():
    assert [(row.rank, row.player) for row in standings(range(1, 6), HAND, THIRD)] == [
        (1, 3),
        (2, 4),
        (3, 1),
        (4, 5),
        (5, 2),
    ]


def test_standings_equal_values_share_rank_and_sort_by_id():
    rows = standings([4, 3, 2, 1], [Result.of_games(1, 4, 1, (1, 0, 0)), Result.of_games(1, 3, 2, (1, 0, 0))], THIRD)
    assert [(row.rank, row.player) for row in rows] == [(1, 3), (1, 4), (3, 1), (3, 2)]


def test_standings_before_first_round_share_first_rank():
    assert [(row.rank, row.player, row.match_points) for row in standings([2, 1], [], THIRD)] == [(1, 1, 0), (1, 2, 0)]


def test_standings_settings_default_to_epic_chain():
    usual = Settings(PRESETS["epic"].chain, Points(3, 1, 0, 3), 0)
    assert Settings() == Settings.preset("epic") == usual
    assert Settings.preset("flesh-and-blood", 7) == Settings(PRESETS["flesh-and-blood"].chain, Points(1, 0, 0, 1), 7)
    assert standings(range(1, 6), HAND) == standings(range(1, 6), HAND, usual)


def test_standings_row_equality_and_unknown_tie_break():
    row = by_player(standings(range(1, 6), HAND, THIRD))[3]
    again = by_player(standings(range(1, 6), HAND, THIRD))
    assert (row.chain, row.player, row.rank) == (THIRD.chain, 3, 1)
    assert row.lines == (HAND[1].line_of(3), HAND[3].line_of(3), HAND[6].line_of(3))
    assert row.key() == (Fraction(7), row.value("omw"), row.value("gw"), row.value("ogw"))
    assert row.values == [(link, row.value(link.name)) for link in THIRD.chain]
    assert row == again[3]
    assert hash(row) == hash(again[3])
    assert row != again[4]
    assert row.__eq__(3) is NotImplemented
    once, twice = ([Result.of_games(number, 1, 2, (1, 0, 0)) for number in range(1, most + 1)] for most in (1, 2))
    assert standings([], once)[0] == standings([], once)[0] != standings([], twice)[0]
    with pytest.raises(KeyError):
        row.value("sos")


def test_standings_result_without_games_is_draw():
    rows = standings([], [Result.of_games(1, 1, 2, (0, 0, 0)), Result.of_games(2, 1, 2, (0, 0, 3))])
    assert [row.match_points for row in rows] == [2, 2]
    assert rows[0].breakdown("gw").share == Share(3, 9, Fraction(1, 3))
    assert match_points(0, 0) == (1, 1)


def test_standings_double_loss_is_supported():
    rows = standings([], [Result(1, 1, 2, 0, 0, 0, 0, 0, both_lost=True)])
    assert [(row.match_points, row.lines[0].outcome) for row in rows] == [(0, "loss"), (0, "loss")]


def test_standings_floor_is_configurable():
    written = by_player(standings(range(1, 6), HAND, Settings.preset("magic-0.33")))
    assert written[1].value("omw") == (Fraction(33, 100) + Fraction(7, 9) + Fraction(6, 9)) / 3


def test_standings_own_gw_may_be_raw_while_opponents_are_floored():
    raw = by_player(standings(range(1, 6), HAND, Settings.preset("magic-third-raw-gw")))
    floored = by_player(standings(range(1, 6), HAND, THIRD))
    assert (raw[2].value("gw"), floored[2].value("gw")) == (Fraction(0), Fraction(1, 3))
    assert raw[1].breakdown("ogw") == floored[1].breakdown("ogw")
    assert raw[1].breakdown("ogw").terms[0] == Term(1, 2, Share(0, 6, Fraction(1, 3)))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.integers(1, 8), st.integers(9, 16), st.integers(0, 2), st.integers(0, 2)),
        max_size=30,
        unique_by=(lambda m: (m[0], m[1]), lambda m: (m[0], m[2])),
    ),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_standings_values_follow_from_terms_in_any_order_of_results(matches, floored, shuffler):
    results = [Result.of_games(r, a, b, (x, y, 0)) for r, a, b, x, y in matches]
    chosen = Settings.preset("magic-third" if floored else "magic-third-raw-gw")
    rows = standings(range(1, 17), results, chosen)
    for row in rows:
        for mean in (row.breakdown("omw"), row.breakdown("ogw")):
            shares = [term.share.value for term in mean.terms]
            assert mean.value == (sum(shares, Fraction(0)) / len(shares) if shares else 0)
            assert all(Fraction(1, 3) <= share <= 1 for share in shares)
    keys = [row.key() for row in rows]
    assert keys == sorted(keys, reverse=True)
    shuffler.shuffle(results)
    assert standings(range(16, 0, -1), results, chosen) == rows


def published(folder: Path) -> tuple[list[Result], list[dict[str, str]], Settings]:
    raw = "not floored" in json.loads((folder / "meta.json").read_text())["own_gw_column"]
    raw = raw or "unfloored" in json.loads((folder / "meta.json").read_text())["own_gw_column"]
    results = []
    for row in csv.DictReader((folder / "pairings.csv").read_text().splitlines()):
        first = int(row["player1"][1:])
        if row["is_bye"] == "1":
            results.append(Result.bye(int(row["round"]), first))
        else:
            games = (int(row["p1_game_wins"]), int(row["p2_game_wins"]), int(row["games_drawn"]))
            results.append(Result.of_games(int(row["round"]), first, int(row["player2"][1:]), games))
    return (
        results,
        list(csv.DictReader((folder / "standings.csv").read_text().splitlines())),
        Settings.preset("magic-third-raw-gw" if raw else "magic-third"),
    )


@pytest.mark.shared
def test_standings_match_four_published_events(shared_dir: Path):
    folders = sorted(p for p in (shared_dir / "data" / "standings").iterdir() if p.is_dir())
    assert len(folders) == 4
    for folder in folders:
        results, printed, chosen = published(folder)
        ours = {f"P{row.player:03}": row for row in standings([], results, chosen)}
        assert sorted(ours) == sorted(row["player"] for row in printed)
        for row in printed:
            mine = ours[row["player"]]
            assert mine.match_points == int(row["match_points"])
            for name in ("omw", "gw", "ogw"):
                value = mine.value(name)
                assert value is not None
                digits = len(row[name].partition(".")[2])
                assert abs(value - Fraction(row[name])) <= Fraction(1, 10 ** max(digits, 7)), (
                    folder.name,
                    row["player"],
                    name,
                )
        values = [ours[row["player"]] for row in printed]
        assert [row.key() for row in values] == [row.key() for row in standings([], results, chosen)]
