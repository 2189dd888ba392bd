"""Rendered actions and described moments of random games are restored."""

import random
from itertools import islice

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.epic.actions.registry import canonical
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from tests.rules.epic.notation.moments import described, facts
from tests.rules.judge.epic_games import setup

SEEDS = range(12)
ON_SEEDS = pytest.mark.parametrize(
    "seed", [*SEEDS[:3], *(pytest.param(seed, marks=pytest.mark.sweep) for seed in SEEDS[3:])]
)
"""Runs a test on the first seeds, and in a sweep on the others."""


def moments(seed):
    """Yield each decision of a random game with the answer that was given."""
    chance = random.Random(seed)
    state = ENGINE.new_game(setup(seed))
    while not state.over:
        answer = ENGINE.sample(state, chance)
        yield state, answer
        ENGINE.apply(state, answer)


@ON_SEEDS
def test_rendered_actions_are_read_as_the_same_action(seed):
    for state, answer in moments(seed):
        words = NOTATION.render(state, answer)
        assert canonical(state, NOTATION.read(state, answer.seat, words).action) == canonical(state, answer), words


@ON_SEEDS
def test_legal_actions_have_distinct_words(seed):
    for number, (state, _) in enumerate(moments(seed)):
        if number % 9:
            continue
        answers = [answer for answer, _ in zip(ENGINE.legal(state), range(40), strict=False)]
        texts = [NOTATION.render(state, answer) for answer in answers]
        assert len(set(texts)) == len(texts)
        for answer, text in zip(answers, texts, strict=True):
            assert canonical(state, NOTATION.read(state, answer.seat, text).action) == canonical(state, answer)


def laid_out(state, decks=(None, None)):
    return NOTATION.position(described(state), Setup(state.names, decks, state.first, state.version))


@ON_SEEDS
def test_described_moments_are_restored(seed):
    """Every fifth moment of each game, as neighbours are much alike; `make fuzz` goes through all of more games."""
    for state, _ in islice(moments(seed), seed % 5, None, 5):
        again = laid_out(state)
        assert facts(again) == facts(state)
        assert again.digest() == state.digest()
        assert described(again) == described(state)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in SEEDS[2:6])])
def test_game_continued_from_described_moment_is_equal(seed):
    """Three answers from each moment, in their words; what they lead to has the same digest."""
    game = [(ENGINE.copy(state), answer) for state, answer in moments(seed)]
    for index in range(seed % 3, len(game) - 3, 3):
        again = laid_out(game[index][0])
        for state, answer in game[index : index + 3]:
            words = NOTATION.render(state, answer)
            ENGINE.apply(again, NOTATION.read(again, answer.seat, words).action)
        assert again.digest() == game[index + 3][0].digest()


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in SEEDS[1:4])])
def test_decklists_do_not_change_fully_known_position(seed):
    known = setup(seed)
    for number, (state, _) in enumerate(moments(seed)):
        if number % 5 == 0:
            assert laid_out(state, known.decks).digest() == state.digest()


def test_describe_finished_game_raises():
    state = ENGINE.new_game(setup(0))
    ENGINE.apply(state, Action(0, "concede"))
    with pytest.raises(ValueError, match="the game is over"):
        NOTATION.describe(state)
