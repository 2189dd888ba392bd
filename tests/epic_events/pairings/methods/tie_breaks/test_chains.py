"""Tie-break chains: defaults, parsing, errors, presets."""

from fractions import Fraction

import pytest

from epic_events.pairings.methods.tie_breaks.chain import (
    KINDS,
    MAX_CHAIN_LENGTH,
    PRESETS,
    ChainError,
    ChainErrorCode,
    Form,
    TieBreak,
    parse_chain,
    preset_of,
    serialize_chain,
)
from epic_events.pairings.methods.tie_breaks.record import Points
from epic_events.pairings.methods.tie_breaks.values import Byes, Draws, Options

THIRD = {"floor": "1/3", "ceiling": "1", "dropped_ceiling": "1", "own_byes": "out", "opponent_byes": "in"}
OWN = {"floor": "1/3", "own_byes": "in"}
FEWER = {"ml", "oml"}
"""Kinds of which less is better."""


@pytest.mark.parametrize(
    ("name", "form", "settings"),
    [
        ("omw", Form.PERCENT, THIRD | {"draws": "points"}),
        ("gw", Form.PERCENT, OWN),
        ("ogw", Form.PERCENT, THIRD),
        ("mw", Form.PERCENT, OWN | {"draws": "points"}),
        ("oomw", Form.PERCENT, THIRD | {"draws": "points"}),
        ("head_to_head", Form.NUMBER, {}),
        ("cumulative", Form.NUMBER, {}),
        ("ml", Form.PERCENT, {"own_byes": "out"}),
        ("oml", Form.PERCENT, {"opponent_byes": "out"}),
        ("ocumulative", Form.NUMBER, {}),
        ("progressive", Form.COUNT, {}),
        ("sos", Form.NUMBER, {"opponent_byes": "in"}),
        ("esos", Form.NUMBER, {"opponent_byes": "in"}),
        ("wins", Form.COUNT, {"own_byes": "in"}),
        ("health_difference", Form.COUNT, {}),
        ("health", Form.COUNT, {}),
        ("on_time", Form.YES_NO, {}),
        ("lot", Form.LOT, {}),
    ],
)
def test_tie_break_default_settings_of_every_kind(name, form, settings):
    assert serialize_chain((TieBreak.of(name),)) == [{"name": name, **settings}]
    assert parse_chain([name]) == (TieBreak.of(name),)
    assert (KINDS[name].form, KINDS[name].lower) == (form, name in FEWER)
    plain = Options()
    unknown = {"floor", "ceiling", "dropped_ceiling", "own_byes", "opponent_byes", "draws"} - set(settings)
    assert {key: getattr(TieBreak.of(name).options, key) for key in unknown} == {
        key: getattr(plain, key) for key in unknown
    }


def test_tie_break_options_default_to_no_bounds():
    assert Options() == Options(Fraction(0), Fraction(1), Fraction(1), Byes.OUT, Byes.IN, Draws.POINTS)
    assert TieBreak("omw").options == Options()


def test_parse_chain_reads_every_setting():
    link = {
        "name": "omw", "floor": "0.25", "ceiling": "9/10", "dropped_ceiling": "3/4",
        "own_byes": "in", "opponent_byes": "out", "draws": "half",
    }  # fmt: skip
    options = Options(Fraction(1, 4), Fraction(9, 10), Fraction(3, 4), Byes.IN, Byes.OUT, Draws.HALF)
    assert parse_chain([link]) == (TieBreak("omw", options),)
    assert parse_chain(serialize_chain(parse_chain([link]))) == parse_chain([link])
    assert serialize_chain(parse_chain([link])) == [link | {"floor": "1/4"}]


@pytest.mark.parametrize("value", ["0", "1", "0.3333", "1.0", "1/1", "9999/9999", "1/9999"])
def test_parse_chain_bounds_have_up_to_four_digits(value):
    (link,) = parse_chain([{"name": "gw", "floor": value}])
    assert link.settings == {"floor": Fraction(value), "own_byes": Byes.IN}


@pytest.mark.parametrize(
    "value", ["", "0.33333", "1/10000", "1.0001", "10000/10000", ".5", "1/", " 1", "1/0", "1/\u0663", "\uff10.5", 1]
)
def test_parse_chain_invalid_bound_names_tie_break_and_setting(value):
    with pytest.raises(ChainError) as caught:
        parse_chain(["omw", {"name": "gw", "floor": value}])
    assert (caught.value.reason, caught.value.name, caught.value.option) == (ChainErrorCode.VALUE, "gw", "floor")


@pytest.mark.parametrize(
    ("settings", "possible"),
    [
        ({"floor": "3/4", "ceiling": "3/4"}, True),
        ({"floor": "3/4", "dropped_ceiling": "3/4"}, True),
        ({"floor": "3/4", "ceiling": "1/2"}, False),
        ({"floor": "3/4", "dropped_ceiling": "1/2"}, False),
        ({"ceiling": "1/4"}, False),
    ],
)
def test_parse_chain_floor_must_not_exceed_ceilings(settings, possible):
    link = {"name": "omw", **settings}
    if possible:
        assert parse_chain([link]) == (TieBreak.of("omw", **{key: Fraction(value) for key, value in settings.items()}),)
        return
    with pytest.raises(ChainError) as caught:
        parse_chain([link])
    assert (caught.value.reason, caught.value.name, caught.value.option) == (ChainErrorCode.BOUNDS, "omw", "")


def test_parse_chain_allows_twelve_tie_breaks_and_lot_only_last():
    names = [name for name in KINDS if name != "lot"]
    assert [link.name for link in parse_chain(names[:MAX_CHAIN_LENGTH])] == names[:12]
    assert parse_chain([]) == ()
    assert [link.name for link in parse_chain(("omw", "lot"))] == ["omw", "lot"]
    with pytest.raises(ChainError) as caught:
        parse_chain(names[:13])
    assert (caught.value.reason, caught.value.name, caught.value.option) == (ChainErrorCode.LENGTH, "", "")


@pytest.mark.parametrize(
    ("plain", "reason", "name", "option"),
    [
        (b"omw", ChainErrorCode.SHAPE, "", ""),
        (["omw", ["gw"]], ChainErrorCode.SHAPE, "", ""),
        (["omw", "luck"], ChainErrorCode.NAME, "luck", ""),
        (["x" * 41], ChainErrorCode.NAME, "x" * 40, ""),
        ([{"name": "omw", "y" * 41: "1"}], ChainErrorCode.OPTION, "omw", "y" * 40),
        ([{"name": "luck", "floor": "1"}], ChainErrorCode.NAME, "luck", ""),
        ([{"name": "ml", "floor": "1"}], ChainErrorCode.OPTION, "ml", "floor"),
        ([{"name": "omw", "draws": "in"}], ChainErrorCode.VALUE, "omw", "draws"),
        ([{"name": "omw", "own_byes": "half"}], ChainErrorCode.VALUE, "omw", "own_byes"),
        ([{"name": "omw", "opponent_byes": None}], ChainErrorCode.VALUE, "omw", "opponent_byes"),
        ([{"name": "omw", "ceiling": "2"}], ChainErrorCode.VALUE, "omw", "ceiling"),
        ([{"name": "omw", "dropped_ceiling": "2"}], ChainErrorCode.VALUE, "omw", "dropped_ceiling"),
        (["gw", "omw", "mw", "omw", "gw"], ChainErrorCode.TWICE, "omw", ""),
        (["omw", "lot", "gw"], ChainErrorCode.NOT_LAST, "lot", ""),
    ],
)
def test_parse_chain_error_names_tie_break_and_setting(plain, reason, name, option):
    with pytest.raises(ChainError) as caught:
        parse_chain(plain)
    assert (caught.value.reason, caught.value.name, caught.value.option) == (reason, name, option)


def test_chain_error_is_one_line():
    assert str(ChainError(ChainErrorCode.SHAPE)) == "shape"
    assert str(ChainError(ChainErrorCode.OPTION, "omw", "colour")) == "option omw colour"


EPIC_LIKE = {"omw": THIRD | {"draws": "points"}, "gw": OWN, "ogw": THIRD}


def magic(floor: str, **changed: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, **settings, "floor": floor, **changed.get(name, {})} for name, settings in EPIC_LIKE.items()]


POKEMON = THIRD | {"floor": "1/4", "dropped_ceiling": "3/4", "opponent_byes": "out", "draws": "points"}


@pytest.mark.parametrize(
    ("preset", "plain"),
    [
        ("epic", [*magic("1/3"), {"name": "head_to_head"}, {"name": "lot"}]),
        ("magic-third", magic("1/3")),
        ("magic-third-raw-gw", magic("1/3", gw={"floor": "0"})),
        ("magic-third-byes-out", magic("1/3", omw={"opponent_byes": "out"})),
        ("magic-0.33", magic("33/100")),
        ("magic-0.33-raw-gw", magic("33/100", gw={"floor": "0"})),
        ("magic-0.33-byes-out", magic("33/100", omw={"opponent_byes": "out"})),
        (
            "pokemon",
            [
                {"name": "on_time"},
                {"name": "omw", **POKEMON},
                {"name": "oomw", **POKEMON},
                {"name": "head_to_head"},
                {"name": "lot"},
            ],
        ),
        (
            "flesh-and-blood",
            [
                {"name": "cumulative"},
                {"name": "ml", "own_byes": "out"},
                {"name": "oml", "opponent_byes": "out"},
                {"name": "ocumulative"},
                {"name": "lot"},
            ],
        ),
        (
            "netrunner",
            [{"name": "sos", "opponent_byes": "in"}, {"name": "esos", "opponent_byes": "in"}, {"name": "lot"}],
        ),
        (
            "netrunner-2016",
            [
                {"name": "head_to_head"},
                {"name": "sos", "opponent_byes": "in"},
                {"name": "esos", "opponent_byes": "in"},
                {"name": "lot"},
            ],
        ),
        ("health", [{"name": name} for name in ("health_difference", "health", "head_to_head", "lot")]),
    ],
)
def test_preset_chains_match_their_sources(preset, plain):
    assert serialize_chain(PRESETS[preset].chain) == plain
    assert PRESETS[preset].points == (Points(1, 0, 0, 1) if preset == "flesh-and-blood" else Points(3, 1, 0, 3))


def test_preset_of_custom_chain_is_empty():
    assert preset_of(()) == ""
    assert preset_of(parse_chain(["gw", "omw", "ogw"])) == ""
