"""Random games exclude cards with uncertain effects."""

from random import Random

import pytest

from rules.engine.game import Setup
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.engine import ENGINE
from rules.games import EPIC
from rules.judge.output.random_play import play_game

DOUBTFUL = ["Scarros, Hound of Draka", "Village Protector"]


def test_doubtful_cards_are_two() -> None:
    assert sorted(set(PUBLISHED.playable) - set(PUBLISHED.certain)) == DOUBTFUL


def test_random_decks_contain_no_doubtful_card() -> None:
    drawn = {name for seed in range(300) for name in ENGINE.random_deck(Random(seed))}
    assert drawn.isdisjoint(DOUBTFUL)
    assert len(drawn) == 275


@pytest.mark.parametrize("name", DOUBTFUL)
def test_random_game_with_doubtful_card_raises(name: str) -> None:
    setup = Setup(("Ann", "Ben"), (("Kong",) * 30, ("Kong",) * 29 + (name,)), 0, "RB-2017")
    with pytest.raises(ValueError, match=f"What {name} does is not known for certain, so a random game would stop"):
        play_game(EPIC, setup, 1)
