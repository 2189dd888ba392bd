"""Shares with floors, ceilings and byes."""

from fractions import Fraction

import pytest

from epic_events.pairings.methods.standings import Points, Presence, Result, Settings, Share, Standing, standings
from epic_events.pairings.methods.tie_breaks.chain import TieBreak
from epic_events.pairings.methods.tie_breaks.record import USUAL_POINTS
from epic_events.pairings.methods.tie_breaks.values import Amount, Breakdown, Byes, Derivation, Rate, Term

THIRD = Fraction(1, 3)


def standings_by(
    results: list[Result], *chain: TieBreak, points: Points = USUAL_POINTS, dropped: int = 0
) -> dict[int, Standing]:
    rows = standings([], results, Settings(chain, points), Presence(dropped=frozenset({dropped})))
    return {row.player: row for row in rows}


def test_share_equal_to_its_bound_is_not_marked():
    at_the_floor, below = Share(1, 3, THIRD), Share(0, 3, THIRD)
    assert [(share.raw, share.value, share.floored) for share in (at_the_floor, below)] == [
        (THIRD, THIRD, False),
        (Fraction(0), THIRD, True),
    ]
    ceiling = Fraction(3, 4)
    at_the_ceiling, above = Share(3, 4, THIRD, ceiling), Share(4, 4, THIRD, ceiling)
    assert [(share.raw, share.value, share.capped) for share in (at_the_ceiling, above)] == [
        (ceiling, ceiling, False),
        (Fraction(1), ceiling, True),
    ]


def test_share_without_bounds_is_ratio_and_zero_without_matches():
    assert Share(0, 3) == Share(0, 3, Fraction(0), Fraction(1))
    assert (Share(0, 3).value, Share(2, 3).value, Share(3, 3).value) == (Fraction(0), Fraction(2, 3), Fraction(1))
    assert [(share.raw, share.floored, share.capped) for share in (Share(0, 0), Share(3, 3))] == [
        (Fraction(0), False, False),
        (Fraction(1), False, False),
    ]


def test_breakdown_share_of_mean_raises():
    row = standings_by([Result.of_games(1, 1, 2, (2, 0, 0))], TieBreak.of("omw"))[1]
    with pytest.raises(TypeError, match="no single share; its derivation is mean"):
        _ = row.breakdown("omw").share
    alone = standings_by([Result.bye(1, 1)], TieBreak.of("omw"))[1].breakdown("omw")
    with pytest.raises(TypeError, match="no single share; its derivation is mean"):
        _ = alone.share
    with pytest.raises(TypeError, match="no single share"):
        _ = Breakdown(Derivation.SHARE, (Term(None, None, Amount(Fraction(1))),), Fraction(1)).share


def test_rate_without_rounds_is_zero():
    assert (Rate(0, 0).value, Rate(4, 3).value) == (Fraction(0), Fraction(4, 3))


def test_breakdown_counted_byes_are_not_listed_as_left_out():
    results = [Result.bye(1, 1), Result.of_games(2, 1, 2, (1, 2, 0))]
    counted, left_out = (standings_by(results, TieBreak.of("gw", own_byes=byes))[1].breakdown("gw") for byes in Byes)
    assert (counted.share, counted.byes_left_out) == (Share(9, 15, THIRD), ())
    assert (left_out.share, left_out.byes_left_out) == (Share(3, 9, THIRD), (1,))


def test_omw_own_bye_counts_as_opponent_without_matches():
    # 1 drew with 2 and had a bye; the share of 2 is a half, in denominators that hold no third.
    results = [Result.of_games(1, 1, 2, (1, 1, 0), Points(2, 1, 0, 2)), Result.bye(2, 1, Points(2, 1, 0, 2))]
    row = standings_by(results, TieBreak.of("omw", own_byes=Byes.IN), points=Points(2, 1, 0, 2))[1]
    assert [term.share for term in row.breakdown("omw").terms] == [Share(1, 2, THIRD), Share(0, 0, THIRD)]
    assert row.value("omw") == row.breakdown("omw").value == Fraction(5, 12)


def test_omw_unlisted_dropped_player_changes_nothing():
    results = [Result.of_games(1, 1, 2, (2, 0, 0))]
    link = TieBreak.of("omw", dropped_ceiling=Fraction(3, 4))
    rows = standings_by(results, link, dropped=99)
    assert rows[2].breakdown("omw").terms[0].share == Share(3, 3, THIRD, Fraction(1))
    gone = standings_by(results, link, dropped=1)[2].breakdown("omw")
    assert (gone.terms[0].share, gone.value) == (Share(3, 3, THIRD, Fraction(3, 4)), Fraction(3, 4))
