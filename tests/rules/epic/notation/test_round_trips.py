"""What is written is read back: every answer of random games, and every moment that can be described."""

import random

import pytest

from rules.engine.fields import differences
from rules.engine.game import Setup
from rules.epic.engine import ENGINE
from rules.epic.normal import normal
from rules.epic.notation import NOTATION
from tests.rules.epic.notation.renumbering import renumbered
from tests.rules.judge.epic_games import setup

SEEDS = range(12)


def moments(seed):
    """Yield each decision of a random game with the answer that was given."""
    chance = random.Random(seed)
    state = ENGINE.new_game(setup(seed))
    while not state.over:
        answer = ENGINE.sample(state, chance)
        yield state, answer
        ENGINE.apply(state, answer)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_answer_is_read_as_it_was_written(seed):
    for state, answer in moments(seed):
        words = NOTATION.render(state, answer)
        assert normal(state, NOTATION.read(state, answer.seat, words)) == normal(state, answer), words


@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_answer_has_words_of_its_own(seed):
    for number, (state, _) in enumerate(moments(seed)):
        if number % 9:
            continue
        answers = [answer for answer, _ in zip(ENGINE.legal(state), range(40), strict=False)]
        texts = [NOTATION.render(state, answer) for answer in answers]
        assert len(set(texts)) == len(texts)
        for answer, text in zip(answers, texts, strict=True):
            assert normal(state, NOTATION.read(state, answer.seat, text)) == normal(state, answer)


def described(state):
    fields: dict[str, list[str]] = {}
    for key, text in NOTATION.describe(state):
        fields.setdefault(key, []).append(text)
    return fields


@pytest.mark.parametrize("seed", SEEDS)
def test_a_described_moment_is_laid_out_as_it_was(seed):
    for state, _ in moments(seed):
        if state.pending.kind not in ("act", "block"):
            continue
        again = NOTATION.position(described(state), Setup(state.names, (None, None), state.first, state.version))
        assert differences(renumbered(state), again) == []
        assert again.digest() == renumbered(state).digest()
        assert described(again) == described(state)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_decklists_do_not_change_a_fully_known_position(seed):
    known = setup(seed)
    for number, (state, _) in enumerate(moments(seed)):
        if state.pending.kind in ("act", "block") and number % 5 == 0:
            assert NOTATION.position(described(state), known).digest() == renumbered(state).digest()


@pytest.mark.parametrize("kind", ["mulligan", "target", "draw"])
def test_the_middle_of_something_cannot_be_described(kind):
    state = next(state for seed in SEEDS for state, _ in moments(seed) if state.pending.kind == kind)
    with pytest.raises(ValueError, match="only a moment at which a play or a block is asked for"):
        NOTATION.describe(state)
