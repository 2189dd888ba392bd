"""State of a game of Champions: fields equal slots, and no card is lost or duplicated."""

import random
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.champions.engine import ENGINE
from rules.champions.state import ZONES, ChampionsState, Lane, Piece, Seat
from rules.champions.state.places import cards_in_limbo
from rules.engine.game import Setup
from rules.engine.state import Frame, GameState
from rules.engine.zones import is_conserved


@pytest.mark.parametrize("cls", [Piece, Lane, Seat, Frame])
def test_state_slots_all_have_a_field(cls: type) -> None:
    assert sorted(field.name for field in cls.FIELDS) == sorted(cls.__slots__)  # type: ignore[attr-defined]


def test_game_state_slots_all_have_a_field_except_derived() -> None:
    slots = {*GameState.__slots__, *ChampionsState.__slots__}
    assert slots - {field.name for field in ChampionsState.FIELDS} == {"options"}


@pytest.mark.parametrize("seed", range(4))
def test_random_game_has_every_card_in_one_place(seed: int) -> None:
    chance = random.Random(seed)
    decks = (ENGINE.random_deck(chance), ENGINE.random_deck(chance))
    state = ENGINE.new_game(Setup(("Anna", "Ben"), decks, 0, "CR-2018-11"))
    while not state.over:
        assert is_conserved(ZONES, state.seats, list(cards_in_limbo(state)), state.owners)
        ENGINE.apply(state, ENGINE.sample(state, chance))


def test_command_play_without_set_uses_house_set(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    assert main(["play", "--game", "champions", "--seed", "3", "--out", str(record)]) == 0
    assert "Cards: house set" in record.read_text(encoding="utf-8").splitlines()
    assert main(["replay", str(record)]) == 0
