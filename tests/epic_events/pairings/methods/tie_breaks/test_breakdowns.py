"""Breakdowns of tie-breaks, compared with a hand calculation."""

from fractions import Fraction

from epic_events.pairings.methods.standings import Points, Presence, Result, Settings, Standing, standings
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.methods.tie_breaks.chain import TieBreak
from epic_events.pairings.methods.tie_breaks.values import Amount, Breakdown, Byes, Derivation, Rate, Step, Term

# 1 beat 2, missed a round, drew with 3 and had a bye; 2 then beat 3, had a bye and lost to 3.
PLAYED = [
    Result(1, 1, 2, 3, 0, 2, 1, first_health=12, second_health=0),
    Result(2, 3, 2, 0, 3, 0, 2, first_health=0, second_health=7),
    Result(3, 3, 1, 1, 1, 1, 1, 1, first_health=5),
    Result.bye(3, 2),
    Result.bye(4, 1),
    Result(4, 2, 3, 0, 3, 0, 2, second_health=4),
]
SEED = 2**33


def standings_by(*chain: TieBreak, late: int = 0) -> dict[int, Standing]:
    rows = standings([4], PLAYED, Settings(chain, seed=SEED), Presence(late=frozenset({late})))
    return {row.player: row for row in rows}


def number(value: int | Fraction) -> Amount:
    return Amount(Fraction(value))


def test_wins_breakdown_counts_byes_by_setting():
    with_byes, without = (standings_by(TieBreak.of("wins", own_byes=byes)) for byes in (Byes.IN, Byes.OUT))
    terms = (Term(1, 2, number(1)), Term(3, 3, number(0)))
    assert with_byes[1].breakdown("wins") == Breakdown(Derivation.SUM, (*terms, Term(4, None, number(1))), Fraction(2))
    assert without[1].breakdown("wins") == Breakdown(Derivation.SUM, terms, Fraction(1), (4,))
    assert [rows[2].value("wins") for rows in (with_byes, without)] == [2, 1]


def test_on_time_is_one_from_first_round():
    rows = standings_by(TieBreak.of("on_time"), late=2)
    assert [rows[player].breakdown("on_time") for player in (1, 2)] == [
        Breakdown(Derivation.SUM, (Term(None, None, number(value)),), Fraction(value)) for value in (1, 0)
    ]


def test_health_counts_only_matches_with_both_values():
    rows = standings_by(TieBreak.of("health"), TieBreak.of("health_difference"))
    assert rows[2].breakdown("health") == Breakdown(
        Derivation.SUM, (Term(1, 1, number(0)), Term(2, 3, number(7)), Term(4, 3, number(0))), Fraction(7), (3,)
    )
    assert rows[2].breakdown("health_difference") == Breakdown(
        Derivation.SUM, (Term(1, 1, number(-12)), Term(2, 3, number(7)), Term(4, 3, number(0))), Fraction(-5), (3,)
    )
    assert rows[3].breakdown("health_difference") == Breakdown(
        Derivation.SUM, (Term(2, 2, number(-7)), Term(3, 1, number(0)), Term(4, 2, number(0))), Fraction(-7)
    )
    noted_for_a_bye = Result.bye(1, 7)._replace(first_health=9, second_health=0)
    (row,) = standings([], [noted_for_a_bye], Settings((TieBreak.of("health"),)))
    assert row.breakdown("health") == Breakdown(Derivation.SUM, (), Fraction(0), (1,))


def test_lot_lists_tied_players_only():
    drawn = standings([7, 8, 9], [Result.bye(1, 7)], Settings((TieBreak.of("lot"),), seed=SEED))
    rows = {row.player: row for row in drawn}
    assert rows[7].breakdown("lot") == Breakdown(Derivation.CHANCE, (), None)
    assert rows[8].breakdown("lot") == Breakdown(Derivation.CHANCE, (), Fraction(random_bits(SEED, 8)), tied_with=(9,))
    assert rows[9].breakdown("lot") == Breakdown(Derivation.CHANCE, (), Fraction(random_bits(SEED, 9)), tied_with=(8,))


def test_cumulative_includes_missed_rounds():
    rows = standings_by(TieBreak.of("cumulative"), TieBreak.of("ocumulative"))
    # 1 has 3, 3, 4 and 7 points after the rounds.
    steps = [
        (1, 2, Step(Fraction(0), 4, Fraction(3))),
        (2, None, Step(Fraction(3), 4, Fraction(3))),
        (3, 3, Step(Fraction(15, 4), 4, Fraction(4))),
        (4, None, Step(Fraction(79, 16), 4, Fraction(7))),
    ]
    one = Fraction(527, 64)
    # 2 has 0, 3, 6 and 6; 3 has 0, 0, 1 and 4.
    two = Fraction(6) + Fraction(6, 4) + Fraction(3, 16)
    three = Fraction(4) + Fraction(1, 4)
    assert rows[1].breakdown("cumulative") == Breakdown(
        Derivation.RUNNING, tuple(Term(at, met, step) for at, met, step in steps), one
    )
    assert [rows[player].value("cumulative") for player in (1, 2, 3, 4)] == [one, two, three, 0]
    assert rows[1].breakdown("ocumulative") == Breakdown(
        Derivation.MEAN, (Term(1, 2, number(two)), Term(3, 3, number(three))), (two + three) / 2, (4,)
    )
    assert rows[1].value("ocumulative") == (two + three) / 2


def test_cumulative_after_one_round_equals_points():
    rows = {row.player: row for row in standings([], PLAYED[:1], Settings((TieBreak.of("cumulative"),)))}
    assert [rows[player].value("cumulative") for player in (1, 2)] == [3, 0]
    assert rows[1].breakdown("cumulative").value == 3


def test_progressive_includes_missed_rounds():
    rows = standings_by(TieBreak.of("progressive"))
    assert rows[1].breakdown("progressive") == Breakdown(
        Derivation.SUM,
        (Term(1, 2, number(3)), Term(2, None, number(3)), Term(3, 3, number(4)), Term(4, None, number(7))),
        Fraction(17),
    )
    assert [rows[player].value("progressive") for player in (1, 2, 3, 4)] == [17, 15, 5, 0]


def test_tie_breaks_before_first_round_are_zero_or_floor():
    names = ("cumulative", "ocumulative", "progressive", "sos", "esos", "wins", "health", "omw", "gw")
    (row,) = standings([7], [], Settings(tuple(TieBreak.of(name) for name in names)))
    third = Fraction(1, 3)
    assert [row.value(name) for name in names] == [0, 0, 0, 0, 0, 0, 0, 0, third]
    assert [row.breakdown(name).value for name in names] == [0, 0, 0, 0, 0, 0, 0, 0, third]


def test_sos_is_mean_of_points_per_round():
    # 1 has 7 points of 3 rounds, 3 and 1 round of them a bye; 2 has 6 of 4, 3 and 1 of them a bye; 3 has 4 of 3.
    with_byes, without = (
        standings_by(TieBreak.of("sos", opponent_byes=byes), TieBreak.of("esos", opponent_byes=byes)) for byes in Byes
    )
    assert with_byes[1].breakdown("sos") == Breakdown(
        Derivation.MEAN, (Term(1, 2, Rate(6, 4)), Term(3, 3, Rate(4, 3))), (Fraction(6, 4) + Fraction(4, 3)) / 2, (4,)
    )
    assert without[1].breakdown("sos") == Breakdown(
        Derivation.MEAN, (Term(1, 2, Rate(3, 3)), Term(3, 3, Rate(4, 3))), (Fraction(3, 3) + Fraction(4, 3)) / 2, (4,)
    )
    strengths = {
        1: Fraction(17, 12),
        2: (Fraction(7, 3) + 2 * Fraction(4, 3)) / 3,
        3: (2 * Fraction(6, 4) + Fraction(7, 3)) / 3,
    }
    assert {player: with_byes[player].value("sos") for player in (1, 2, 3)} == strengths
    assert with_byes[1].breakdown("esos") == Breakdown(
        Derivation.MEAN,
        (Term(1, 2, number(strengths[2])), Term(3, 3, number(strengths[3]))),
        (strengths[2] + strengths[3]) / 2,
        (4,),
    )


def test_head_to_head_counts_every_match_among_tied_players():
    # 1 and 2 met twice, 1 won both times; then each beat and lost to strangers until all three had six points.
    played = [
        Result.of_games(1, 1, 2, (1, 0, 0)),
        Result.of_games(2, 2, 1, (0, 1, 0)),
        Result.of_games(3, 3, 1, (1, 0, 0)),
        Result.of_games(3, 9, 2, (0, 1, 0)),
        Result.of_games(4, 3, 2, (0, 1, 0)),
        Result.bye(4, 1, Points(bye=0)),
        Result.of_games(5, 3, 8, (1, 0, 0)),
    ]
    rows = {row.player: row for row in standings([], played, Settings((TieBreak.of("head_to_head"),)))}
    assert {player: rows[player].match_points for player in (1, 2, 3)} == {1: 6, 2: 6, 3: 6}
    assert {player: (rows[player].rank, rows[player].value("head_to_head")) for player in (1, 2, 3)} == {
        1: (1, Fraction(6, 3)),
        2: (3, Fraction(3, 3)),
        3: (2, Fraction(3, 2)),
    }
    assert rows[1].breakdown("head_to_head") == Breakdown(
        Derivation.MEETINGS,
        (Term(1, 2, number(3)), Term(2, 2, number(3)), Term(3, 3, number(0))),
        Fraction(2),
        tied_with=(2, 3),
    )


def test_head_to_head_incomplete_meetings_are_not_used():
    played = [
        Result.of_games(1, 1, 2, (1, 0, 0)),
        Result.of_games(2, 3, 1, (1, 0, 0)),
        Result.of_games(2, 2, 9, (1, 0, 0)),
    ]
    rows = standings([], played, Settings((TieBreak.of("head_to_head"),)))
    assert [(row.rank, row.player, row.value("head_to_head")) for row in rows[:3]] == [
        (1, 1, None),
        (1, 2, None),
        (1, 3, None),
    ]
    assert rows[0].breakdown("head_to_head") == Breakdown(
        Derivation.MEETINGS, (Term(1, 2, number(3)), Term(2, 3, number(0))), None, tied_with=(2, 3)
    )
