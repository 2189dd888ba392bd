"""Positions in the words of judges: omitted fields and the columns of errors."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.epic.notation.answers import NOTATION
from rules.games import EPIC
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.notation.position.errors import PositionError
from tests.rules.epic.notation.table import position


def described(field, **fields):
    return [text for key, text in NOTATION.describe(position(**fields)) if key == field]


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("Kong (tapped)", ["Kong (expended)"]),
        ("Kong (Exhausted, 3dmg)", ["Kong (expended, 3 damage)"]),
        ("Kong (untapped)", ["Kong"]),
        ("Kong (ready), Muse (summoning sick)", ["Kong", "Muse (deploying)"]),
        ("Kong (dmg 3)", ["Kong (3 damage)"]),
        ("Kong (damage: 3)", ["Kong (3 damage)"]),
        ("Kong (3 damage marked)", ["Kong (3 damage)"]),
        ("Kong (2 +1/+1 counters)", ["Kong (2 counters)"]),
        ("Kong (+3/+2)", ["Kong (+3 offense, +2 defense)"]),
        ("Kong tapped", ["Kong (expended)"]),
        ("Kong tapped 3dmg, Muse", ["Kong (expended, 3 damage)", "Muse"]),
        ("Kong summoning sick, Muse just played", ["Kong (deploying)", "Muse (deploying)"]),
        ("Kong tapped summoning sick 3 damage", ["Kong (expended, deploying, 3 damage)"]),
        ("Kong not prepared and 3 damage marked", ["Kong (expended, 3 damage)"]),
        ("Kong with 2 +1/+1 counters", ["Kong (2 counters)"]),
        ("Kong +3/+2 tapped owner Ben", ["Kong (expended, +3 offense, +2 defense, owner Ben)"]),
        ("Kong airborne in play tapped", ["Kong (expended, airborne in play)"]),
        ("Wolf Token x3", ["Wolf Token"] * 3),
        ("wolf token X2 (tapped)", ["Wolf Token (expended)"] * 2),
        ("3 Wolf Tokens", ["Wolf Token"] * 3),
        ("two Wolf Tokens, the Kong", ["Wolf Token", "Wolf Token", "Kong"]),
        ("Kong + Muse", ["Kong", "Muse"]),
        ("Kong & Muse and Lash Token", None),
        ("Bruger, the Pathfinder", ["Bruger, the Pathfinder"]),
        ("Markus, Watch Captain (tapped), Kong", ["Markus, Watch Captain (expended)", "Kong"]),
    ],
)
def test_position_champions_in_words_of_judges(written, full):
    if full is None:
        with pytest.raises(PositionError, match="no card is called 'Lash Token'"):
            position(Anna_champion=written)
    else:
        assert described("Anna champion", Anna_champion=written) == full


@pytest.mark.parametrize(
    "key",
    [
        "Anna life",
        "Anna's hp",
        "ANNA LIFE",
        "Anna hit points",
        "Anna life total",
        "A life",
        "Life Anna",
        "health of Anna",
    ],
)
def test_position_health_field_has_several_names(key):
    assert described("Anna health", **{"Anna_health": None, key: "17"}) == ["17"]
    assert described("Anna health", **{"Anna_health": None, key: "17 hp"}) == ["17"]


def test_position_zone_fields_have_several_names():
    fields = {"Anna_board": "Kong", "Anna_graveyard": "Lash", "Anna_library": "5", "Anna_hand": "Muse, 2 unknown cards"}
    assert described("Anna champion", **fields) == ["Kong"]
    assert described("Anna discard", **fields) == ["Lash"]
    assert described("Anna deck", **fields) == ["5 ?"]
    assert described("Anna hand", **fields) == ["Muse, 2 ?"]
    assert described("Anna hand", Anna_hand="3 cards") == ["3 ?"]


@pytest.mark.parametrize(
    ("written", "full"),
    [
        (None, "Anna 3"),
        ("Anna", "Anna 3"),
        ("Ben", "Ben 4"),
        ("5", "Anna 5"),
        ("turn 6", "Ben 6"),
        ("Anna's turn", "Anna 3"),
        ("Ben's turn 6", "Ben 6"),
        ("6 (Ben)", "Ben 6"),
    ],
)
def test_position_turn_can_be_shortened_or_omitted(written, full):
    assert described("Turn", Turn=written) == [full]


def test_position_without_health_has_starting_health():
    fields = {"Turn": None, "Anna_health": None, "Ben_health": None}
    assert described("Anna health", **fields) == described("Ben health", **fields) == ["30"]


def test_position_field_under_two_names_raises():
    with pytest.raises(PositionError, match="given more than once"):
        position(Anna_life="3")


HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nPosition\n"


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("Anna champion: Kong, Konggg", 22),
        ("Anna champion:   Kong,   Konggg", 26),
        ("Anna champion: Kong (frob)", 22),
        ("  Anna champion: Muse, Kong (tapped, frob)", 38),
        ("Anna champion: Muse, Lash", 22),
        ("Anna champion: Kong, tapped", 22),
        ("Anna health: lots", 14),
        ("Anna health: 0", 14),
        ("Moood: good", 1),
        ("Turn: Carl 3", 7),
        ("Anna cannot: gain health, fly", 27),
    ],
)
def test_position_error_has_column(line, column):
    with pytest.raises(RecordError) as caught:
        replay(EPIC, parse(f"{HEADERS}{line}\nPlays\nAnna: pass\n"))
    assert [(problem.line, problem.column) for problem in caught.value.problems] == [(7, column)]


_PIECES = (
    *("Kong", "Muse", "Wolf", "Token", "x3", "(", ")", ",", "tapped", "3dmg", "+", "&", "and", "the", "2", "+1/+1"),
    *("counters", "-3/", ":", "?", "Lash", "/", "#2"),
)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.sampled_from(_PIECES) | st.text(max_size=4), max_size=9).map(" ".join),
    st.sampled_from(("Anna champion", "Anna hand", "Anna deck", "Turn", "Anna life", "Phase", "Anna discard")),
)
def test_position_any_description_raises_position_errors_only(text, key):
    with contextlib.suppress(PositionError):
        position(**{key: text, "Anna_health": None})
