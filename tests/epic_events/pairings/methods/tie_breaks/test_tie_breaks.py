"""Tie-breaks: published examples, hand calculations, reference implementation."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.events.defaults import default_tie_breaks
from epic_events.pairings.methods.standings import (
    PRESETS,
    Points,
    Presence,
    Result,
    Settings,
    Share,
    Standing,
    standings,
)
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.methods.tie_breaks.chain import (
    KINDS,
    ChainError,
    ChainErrorCode,
    TieBreak,
    parse_chain,
    preset_of,
    serialize_chain,
)
from epic_events.pairings.methods.tie_breaks.values import Byes, Derivation, Draws, Step
from epic_events.pairings.standings.tie_break_labels import NAMES, OPTION_NAMES, PRESET_NAMES, error_message
from tests.epic_events.pairings.reference_standings import ReferenceStandings, reference_standings

WIN, LOSS, DRAW = (1, 0, 0), (0, 1, 0), (0, 0, 1)
STRANGERS = 100
"""Ids from here on are opponents no one looks at."""


def by_player(rows: list[Standing]) -> dict[int, Standing]:
    return {row.player: row for row in rows}


def standings_by(results: list[Result], *chain: TieBreak) -> dict[int, Standing]:
    return by_player(standings([], results, Settings(chain)))


def fractions(*numbers: int | Fraction) -> tuple[Fraction | None, ...]:
    return tuple(Fraction(number) for number in numbers)


def record_of(player: int, outcomes: str, first_round: int = 1) -> list[Result]:
    """Return results of one player against other opponents: W, L, D, and B for a bye."""
    games = {"W": WIN, "L": LOSS, "D": DRAW}
    return [
        Result.bye(number, player)
        if letter == "B"
        else Result.of_games(number, player, STRANGERS * player + number, games[letter])
        for number, letter in enumerate(outcomes, first_round)
    ]


def own_share(outcomes: str, **options: object) -> Fraction | None:
    return standings_by(record_of(1, outcomes), TieBreak.of("mw", **options))[1].value("mw")


# --- Magic ----------------------------------------------------------------------------------------------------------


def test_omw_matches_examples_of_magic_rules():
    floor = Fraction(33, 100)
    assert own_share("WWWWWLLD", floor=floor) == Fraction(16, 24)
    assert own_share("WLLL", floor=floor) == floor
    assert own_share("WLLL", floor=Fraction(0)) == Fraction(3, 12)
    assert own_share("BWWLL", floor=floor) == Fraction(9, 15)


@pytest.mark.parametrize(("byes", "share"), [(Byes.IN, Fraction(9, 15)), (Byes.OUT, Fraction(6, 12))])
def test_omw_byes_of_opponent_count_by_setting(byes: Byes, share: Fraction):
    results = [*record_of(1, "BWWL"), Result.of_games(5, 1, 2, LOSS)]
    rows = standings_by(results, TieBreak.of("omw", opponent_byes=byes))
    assert rows[2].value("omw") == share
    (term,) = rows[2].breakdown("omw").terms
    assert (term.round, term.opponent, term.value) == (5, 1, share)


def test_omw_own_byes_are_excluded_or_count_at_floor():
    results = [Result.bye(1, 2), *record_of(1, "WWW"), Result.of_games(4, 1, 2, WIN)]
    left_out, counted = (
        standings_by(results, TieBreak.of("omw", own_byes=byes))[2].breakdown("omw") for byes in (Byes.OUT, Byes.IN)
    )
    assert left_out.byes_left_out == (1,)
    assert [term.value for term in left_out.terms] == [1]
    assert left_out.value == 1
    assert (counted.value, counted.byes_left_out) == (Fraction(2, 3), ())
    assert [(term.round, term.opponent, term.value) for term in counted.terms] == [(1, None, Fraction(1, 3)), (4, 1, 1)]


def test_gw_bye_is_two_games_won():
    results = [Result.bye(1, 1), Result.of_games(2, 1, 2, (1, 2, 0))]
    assert standings_by(results, TieBreak.of("gw"))[1].value("gw") == Fraction(9, 15)
    assert standings_by(results, TieBreak.of("gw", own_byes=Byes.OUT))[1].value("gw") == Fraction(3, 9)
    assert standings_by(results, TieBreak.of("ogw"))[2].value("ogw") == Fraction(9, 15)
    assert standings_by(results, TieBreak.of("ogw", opponent_byes=Byes.OUT))[2].value("ogw") == Fraction(1, 3)


# --- Pokemon --------------------------------------------------------------------------------------------------------


def test_pokemon_omw_two_wins_with_bye_and_loss_is_one_half():
    results = [*record_of(1, "BL"), Result.of_games(3, 1, 2, WIN)]
    rows = by_player(standings([], results, Settings.preset("pokemon")))
    assert rows[2].value("omw") == Fraction(1, 2)


def test_pokemon_omw_dropped_opponent_is_capped_at_three_quarters():
    results = [
        *record_of(1, "WWW"),
        Result.of_games(4, 1, 2, WIN),
        *record_of(3, "LLL"),
        Result.of_games(4, 3, 2, LOSS),
    ]
    stayed = by_player(standings([], results, Settings.preset("pokemon")))
    left = by_player(standings([], results, Settings.preset("pokemon"), Presence(dropped=frozenset({1}))))
    assert stayed[2].value("omw") == (1 + Fraction(1, 4)) / 2
    assert left[2].value("omw") == (Fraction(3, 4) + Fraction(1, 4)) / 2
    assert [isinstance(term.share, Share) and term.share.capped for term in left[2].breakdown("omw").terms] == [
        True,
        False,
    ]


def test_omw_draw_counts_by_points_or_half():
    assert own_share("WD", draws=Draws.POINTS) == Fraction(4, 6)
    assert own_share("WD", draws=Draws.HALF) == Fraction(3, 4)
    assert own_share("BD", draws=Draws.HALF, own_byes=Byes.OUT) == Fraction(1, 2)


def test_pokemon_on_time_late_player_ranks_below_equals():
    results = [Result.of_games(1, 1, 2, WIN), Result.of_games(2, 1, 2, LOSS), Result.of_games(2, 3, 4, WIN)]
    rows = standings([], results, Settings.preset("pokemon"), Presence(late=frozenset({3, 4})))
    assert {row.player for row in rows[:2]} == {1, 2}
    assert [row.player for row in rows[2:]] == [3, 4]
    assert (by_player(rows)[3].value("on_time"), by_player(rows)[1].value("on_time")) == fractions(0, 1)


def test_oomw_is_mean_of_means():
    # 1 met 2 and 3; 2 met 1 and 4; 3 met 1 and 4.
    results = [
        Result.of_games(1, 1, 2, WIN),
        Result.of_games(1, 3, 4, WIN),
        Result.of_games(2, 1, 3, WIN),
        Result.of_games(2, 2, 4, WIN),
    ]
    rows = by_player(standings([], results, Settings.preset("pokemon")))
    assert rows[1].value("omw") == Fraction(1, 2)
    # Opponents of 2: 1 with 100 %, 4 with 0 % (floor 1/4); the same for 3.
    assert rows[1].value("oomw") == Fraction(5, 8)


# --- Flesh and Blood ------------------------------------------------------------------------------------------------


def test_cumulative_matches_hand_calculation():
    points = PRESETS["flesh-and-blood"].points
    results = [
        Result.of_games(1, 1, 2, WIN, points),
        Result.of_games(2, 1, 3, WIN, points),
        Result.of_games(3, 1, 4, LOSS, points),
        Result.of_games(1, 5, 6, LOSS, points),
        Result.of_games(2, 5, 7, WIN, points),
        Result.of_games(3, 5, 8, WIN, points),
    ]
    rows = by_player(standings([], results, Settings.preset("flesh-and-blood")))
    # Won, won, lost: 1, then 1/4 + 2, then (9/4)/4 + 2. Lost, won, won: 0, then 1, then 1/4 + 2.
    assert rows[1].value("cumulative") == Fraction(9, 16) + 2
    assert rows[5].value("cumulative") == Fraction(1, 4) + 2
    assert [term.share for term in rows[1].breakdown("cumulative").terms] == [
        Step(Fraction(0), 4, Fraction(1)),
        Step(Fraction(1), 4, Fraction(2)),
        Step(Fraction(9, 4), 4, Fraction(2)),
    ]
    assert rows[1].rank < rows[5].rank


def test_match_losses_exclude_draws_and_byes():
    points = PRESETS["flesh-and-blood"].points
    results = [
        Result.of_games(1, 1, 2, DRAW, points),
        Result.of_games(1, 3, 4, LOSS, points),
        Result.bye(2, 1, points),
        Result.bye(2, 3, points),
    ]
    rows = by_player(standings([], results, Settings.preset("flesh-and-blood")))
    assert (rows[1].value("ml"), rows[3].value("ml")) == fractions(0, 1)
    assert rows[1].breakdown("ml").byes_left_out == (2,)
    assert (rows[1].value("cumulative"), rows[3].value("cumulative")) == fractions(1, 1)
    assert rows[1].rank < rows[3].rank
    assert (rows[2].value("oml"), rows[4].value("oml")) == fractions(0, 1)
    assert (rows[2].value("ocumulative"), rows[4].value("ocumulative")) == fractions(1, 1)


def test_progressive_is_sum_of_running_totals():
    rows = standings_by(record_of(1, "WLW"), TieBreak.of("progressive"))
    assert [term.value for term in rows[1].breakdown("progressive").terms] == [3, 3, 6]
    assert rows[1].value("progressive") == 12


# --- Netrunner ------------------------------------------------------------------------------------------------------


def test_sos_excludes_own_bye_and_includes_those_of_opponents():
    # 1: bye, beat 2, beat 3. 2: beat 3, lost to 1, bye. 3: lost to 2, bye, lost to 1.
    results = [
        Result.bye(1, 1),
        Result.of_games(1, 2, 3, WIN),
        Result.of_games(2, 1, 2, WIN),
        Result.bye(2, 3),
        Result.of_games(3, 1, 3, WIN),
        Result.bye(3, 2),
    ]
    rows = by_player(standings([], results, Settings.preset("netrunner")))
    # Points a round: 1 has 9/3, 2 has 6/3, 3 has 3/3.
    assert {player: row.value("sos") for player, row in rows.items()} == {1: Fraction(3, 2), 2: 2, 3: Fraction(5, 2)}
    assert rows[1].value("esos") == (2 + Fraction(5, 2)) / 2
    without = standings_by(results, TieBreak.of("sos", opponent_byes=Byes.OUT))
    # Without the byes 2 has 3/2 and 3 has 0/2.
    assert without[1].value("sos") == Fraction(3, 4)


# --- head-to-head, wins, health, lot --------------------------------------------------------------------------------

HEAD_TO_HEAD = TieBreak.of("head_to_head")
TRIANGLE = [
    Result.of_games(1, 1, 2, WIN),
    Result.of_games(2, 2, 3, WIN),
    Result.of_games(3, 1, 3, DRAW),
    Result.of_games(1, 3, 10, WIN),
    Result.of_games(2, 1, 11, LOSS),
    Result.of_games(3, 2, 12, DRAW),
]
"""1, 2 and 3 have four points each; among them 1 won four, 2 three, 3 one."""


def test_head_to_head_all_tied_players_met_compares_points():
    rows = standings([], TRIANGLE, Settings((HEAD_TO_HEAD,)))
    best = [row for row in rows if row.player in {1, 2, 3}]
    assert [(row.rank, row.player, row.value("head_to_head")) for row in best] == [
        (1, 1, Fraction(4, 2)),
        (2, 2, Fraction(3, 2)),
        (3, 3, Fraction(1, 2)),
    ]
    first = best[0].breakdown("head_to_head")
    assert (first.derivation, first.tied_with, [term.opponent for term in first.terms]) == (
        Derivation.MEETINGS,
        (2, 3),
        [2, 3],
    )


def test_head_to_head_some_tied_players_not_met_is_none():
    fourth = [Result.of_games(1, 4, 13, WIN), Result.of_games(2, 4, 14, DRAW)]
    rows = [row for row in standings([], [*TRIANGLE, *fourth], Settings((HEAD_TO_HEAD,))) if row.player < 10]
    assert [(row.rank, row.value("head_to_head")) for row in rows] == [(1, None)] * 4
    assert rows[0].breakdown("head_to_head").tied_with == (2, 3, 4)


def test_head_to_head_untied_player_is_none():
    row = standings([], [Result.of_games(1, 1, 2, WIN)], Settings((HEAD_TO_HEAD,)))[0]
    assert (row.value("head_to_head"), row.breakdown("head_to_head").tied_with) == (None, ())


def test_wins_counts_byes_by_setting():
    results = [*record_of(1, "WDB"), *record_of(2, "WL")]
    assert {p: row.value("wins") for p, row in standings_by(results, TieBreak.of("wins")).items() if p < 10} == {
        1: 2,
        2: 1,
    }
    assert standings_by(results, TieBreak.of("wins", own_byes=Byes.OUT))[1].value("wins") == 1


def test_health_and_health_difference_match_hand_calculation():
    results = [
        Result(1, 1, 2, 3, 0, 1, 0, first_health=12, second_health=0),
        Result(2, 3, 1, 3, 0, 1, 0, first_health=4, second_health=0),
        Result(3, 1, 4, 3, 0, 1, 0),
        Result.bye(4, 1),
    ]
    rows = by_player(standings([], results, Settings.preset("health")))
    assert (rows[1].value("health"), rows[1].value("health_difference")) == fractions(12, 8)
    assert [term.value for term in rows[1].breakdown("health_difference").terms] == [12, -4, 0]
    assert (rows[2].value("health_difference"), rows[3].value("health")) == fractions(-12, 4)


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_lot_follows_from_seed_independent_of_other_players(seed: int):
    chain = (TieBreak.of("lot"),)
    rows = standings(range(1, 21), [], Settings(chain, seed=seed))
    assert [row.rank for row in rows] == list(range(1, 21))
    order = [row.player for row in rows]
    assert order == sorted(order, key=lambda player: random_bits(seed, player))
    fewer = [row.player for row in standings(range(1, 21, 3), [], Settings(chain, seed=seed))]
    assert fewer == [player for player in order if player in set(fewer)]


# --- against the plain ones -----------------------------------------------------------------------------------------

OUTCOMES = [(2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (1, 1, 1), (0, 0, 3), (0, 0, 0)]


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Result], Points]:
    """Draw rounds of up to nine players with byes and double losses."""
    points = draw(st.sampled_from([Points(), Points(1, 0, 0, 1), Points(2, 1, 0, 1)]))
    players = draw(st.integers(1, 9))
    results: list[Result] = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        order = draw(st.permutations(range(1, players + 1)))
        order = order[: draw(st.integers(0, players))]
        for first, second in zip(order[::2], order[1::2], strict=False):
            kind = draw(st.integers(0, 9))
            if kind == 0:
                results.append(Result(number, first, second, points.loss, points.loss, 0, 0, both_lost=True))
                continue
            left = draw(st.none() | st.tuples(st.integers(0, 30), st.integers(0, 30)))
            result = Result.of_games(number, first, second, draw(st.sampled_from(OUTCOMES)), points)
            results.append(result._replace(first_health=left[0], second_health=left[1]) if left else result)
        if len(order) % 2:
            results.append(Result.bye(number, order[-1], points))
    return results, points


@st.composite
def chains(draw: st.DrawFn) -> tuple[TieBreak, ...]:
    """Draw a chain of tie-breaks with settings."""
    names = draw(st.lists(st.sampled_from([name for name in KINDS if name != "lot"]), unique=True, max_size=5))
    links = []
    for name in names:
        choices = {
            "floor": st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(33, 100), Fraction(1, 3)]),
            "ceiling": st.sampled_from([Fraction(1), Fraction(4, 5)]),
            "dropped_ceiling": st.sampled_from([Fraction(1), Fraction(3, 4)]),
            "own_byes": st.sampled_from(Byes),
            "opponent_byes": st.sampled_from(Byes),
            "draws": st.sampled_from(Draws),
        }
        links.append(TieBreak.of(name, **{option: draw(choices[option]) for option in KINDS[name].option_names}))
    return (*links, TieBreak.of("lot")) if draw(st.booleans()) else tuple(links)


@settings(max_examples=150, deadline=None)
@given(events(), chains(), st.sets(st.integers(1, 9)), st.sets(st.integers(1, 9)), st.randoms(use_true_random=False))
def test_tie_breaks_equal_reference_implementation(event, chain, late, dropped, shuffler):
    results, points = event
    chosen, presence = Settings(chain, points, seed=7), Presence(frozenset(late), frozenset(dropped))
    rows = standings(range(1, 10), results, chosen, presence)
    assert [(row.rank, row.player) for row in rows] == reference_standings(
        range(1, 10), results, chosen, random_bits, presence
    )
    plain = ReferenceStandings(range(1, 10), results, points, presence)
    for row in rows:
        assert row.match_points == plain.total(row.player)
        for link, value in row.values:
            if link.name not in {"lot", "head_to_head"}:
                assert value == plain.value(row.player, link) == row.breakdown(link.name).value
    shuffler.shuffle(results)
    assert standings(range(9, 0, -1), results, chosen, presence) == rows


@settings(max_examples=100, deadline=None)
@given(events(), chains())
def test_tie_break_values_follow_from_their_terms(event, chain):
    results, points = event
    for row in standings([], results, Settings(chain, points)):
        for link, value in row.values:
            found = row.breakdown(link.name)
            terms = [term.value for term in found.terms]
            if found.derivation is Derivation.MEAN:
                assert value == (sum(terms, Fraction(0)) / len(terms) if terms else 0)
            elif found.derivation is Derivation.SUM:
                assert value == sum(terms)
            elif found.derivation is Derivation.SHARE:
                assert [value] == terms
            elif found.derivation is Derivation.RUNNING:
                assert value == (terms[-1] if terms else 0)
            elif found.derivation is Derivation.MEETINGS and value is not None:
                assert value == sum(terms, Fraction(0)) / len(terms)


@settings(max_examples=50, deadline=None)
@given(events(), st.sampled_from([name for name, preset in PRESETS.items() if preset.chain[-1].name == "lot"]))
def test_chain_ending_with_lot_leaves_no_ties(event, name):
    rows = standings([], event[0], Settings.preset(name, seed=3))
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))


@settings(max_examples=100, deadline=None)
@given(events(), st.sampled_from([Points(3, 1, 0, 3), Points(2, 1, 0, 2)]))
def test_scored_with_other_points_keeps_outcomes(event, points):
    for result in event[0]:
        scored = result.scored(points)
        for player in {result.first, result.second} - {None}:
            assert scored.line_of(player).outcome == result.line_of(player).outcome or event[1].draw == event[1].loss


# --- chains as events store them ------------------------------------------------------------------------------------


def test_default_tie_breaks_are_epic_preset():
    assert preset_of(parse_chain(default_tie_breaks())) == "epic"


def test_parse_chain_bare_names_use_former_defaults():
    assert preset_of(parse_chain(["omw", "gw", "ogw"])) == "magic-third"
    assert preset_of(parse_chain(["omw", {"name": "gw", "floor": "0"}, "ogw"])) == "magic-third-raw-gw"


@given(chains())
def test_parse_chain_of_serialized_chain_round_trips(chain):
    valid = all(link.options.floor <= min(link.options.ceiling, link.options.dropped_ceiling) for link in chain)
    assert valid
    assert parse_chain(serialize_chain(chain)) == chain


@pytest.mark.parametrize("name", PRESETS)
def test_preset_of_serialized_preset_is_its_name(name):
    assert preset_of(parse_chain(serialize_chain(PRESETS[name].chain))) == name


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        ("omw", ChainErrorCode.SHAPE),
        ({"name": "omw"}, ChainErrorCode.SHAPE),
        (None, ChainErrorCode.SHAPE),
        ([1], ChainErrorCode.SHAPE),
        ([{"floor": "1/3"}], ChainErrorCode.SHAPE),
        ([{"name": 3}], ChainErrorCode.SHAPE),
        (["luck"], ChainErrorCode.NAME),
        ([{"name": "omw", "colour": "red"}], ChainErrorCode.OPTION),
        ([{"name": "gw", "ceiling": "1"}], ChainErrorCode.OPTION),
        ([{"name": "omw", "floor": "x"}], ChainErrorCode.VALUE),
        ([{"name": "omw", "floor": "1/0"}], ChainErrorCode.VALUE),
        ([{"name": "omw", "floor": "2"}], ChainErrorCode.VALUE),
        ([{"name": "omw", "floor": "-1"}], ChainErrorCode.VALUE),
        ([{"name": "omw", "floor": "1" * 5000}], ChainErrorCode.VALUE),
        ([{"name": "omw", "floor": 0.33}], ChainErrorCode.VALUE),
        ([{"name": "omw", "own_byes": "maybe"}], ChainErrorCode.VALUE),
        ([{"name": "omw", "own_byes": ["in"]}], ChainErrorCode.VALUE),
        (["omw", "omw"], ChainErrorCode.TWICE),
        (["lot", "omw"], ChainErrorCode.NOT_LAST),
        (["omw"] * 13, ChainErrorCode.LENGTH),
        ([{"name": "omw", "floor": "1/2", "dropped_ceiling": "1/4"}], ChainErrorCode.BOUNDS),
    ],
)
def test_parse_chain_invalid_chain_reports_reason(plain, reason):
    with pytest.raises(ChainError) as caught:
        parse_chain(plain)
    assert caught.value.reason is reason
    assert len(error_message(caught.value)) in range(20, 400)


def test_every_tie_break_option_and_preset_has_a_label():
    assert (set(NAMES), set(PRESET_NAMES)) == (set(KINDS), set(PRESETS))
    assert {option for kind in KINDS.values() for option in kind.option_names} == set(OPTION_NAMES)
