"""Errors of positions about departed players and players who cannot be attacked."""

import pytest

from rules.engine.game import Setup
from rules.epic.notation.answers import NOTATION
from rules.notation.position.errors import PositionError
from tests.rules.epic.engine.random_games.test_variants import begin, play
from tests.rules.epic.notation.test_variants import restored

NAMES = ("Anna", "Ben", "Cem", "Dora")


def position_errors(variant: str, out: str, **output: str) -> list[tuple[str, str]]:
    fields = {"Turn": ["Anna 5"], **{f"{name} health": ["30"] for name in NAMES if name != out}}
    fields |= {key.replace("_", " "): [value] for key, value in output.items()} | ({"Out": [out]} if out else {})
    with pytest.raises(PositionError) as caught:
        NOTATION.position(fields, Setup(NAMES, (None,) * 4, 0, "RB-2017", variant))
    return [(found.key, found.message) for found in caught.value.errors]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("Ben champion", "Kong (owner Cem)", "Kong has left the game with Cem, who owned it (1.9.3)"),
        ("Ben champion", "Wolf Token (owner Cem)", "Wolf Token has left the game with Cem, who owned it (1.9.3)"),
        ("Ben champion", "Kong (returns to Cem)", "Kong cannot return to Cem, who is out of the game (I-24)"),
        *[
            (
                f"Cem {field}",
                value,
                f"Cem is out of the game, and nothing of theirs is left: leave out '{value}' (1.9.3)",
            )
            for field, value in (("champion", "Kong"), ("hand", "Lash"), ("discard", "Kong, Lash"), ("gold", "1"))
        ],
        ("Noted", "Cem: Kong: tribute", None),
    ],
)
def test_position_with_remains_of_departed_player_is_error(field, value, message):
    found = position_errors("free-for-all", "Cem", **{"Ben_champion": "Kong", field.replace(" ", "_"): value})
    assert found == [(field, message or "Cem is out of the game, and nothing of theirs is still to happen (I-24)")]


@pytest.mark.parametrize(
    ("variant", "out", "defender", "message"),
    [
        ("free-for-all", "Cem", "Cem", "Cem is out of the game and cannot be attacked: the battle is over (I-115)"),
        ("first-blood", "", "Dora", "Dora cannot be attacked in Hunter - First Blood: Ben sits to the left (4.4.1)"),
        (
            "last-one-standing", "Ben", "Dora",
            "Dora cannot be attacked in Hunter - Last One Standing: Cem sits to the left (4.4.1)",
        ),
    ],
)  # fmt: skip
def test_position_with_defender_who_cannot_be_attacked_is_error(variant, out, defender, message):
    output = {"Phase": "before blocks", "Defender": defender, "Anna_champion": "Kong (attacking)"}
    assert position_errors(variant, out, **output) == [("Defender", message)]


def test_position_first_blood_with_player_out_is_error():
    assert position_errors("first-blood", "Cem") == [
        ("Out", "Hunter - First Blood is over as soon as somebody is out of it")
    ]


@pytest.mark.parametrize("variant", ["free-for-all", "last-one-standing", "hydra"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in range(1, 4))])
def test_described_moments_with_departed_players_are_restored(variant, seed):
    state = begin(variant, ("RB-2017", "CR-2016-03")[seed % 2], 40 + seed)
    for answer in play(state, seed, 0.02):
        if answer.verb == "concede" or any(team.out for team in state.teams):
            assert restored(state).digest() == state.digest()
