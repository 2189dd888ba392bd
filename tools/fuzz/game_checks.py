"""Check the properties of one random game and describe a failure."""

import json
import random
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rules.engine.decision import Action, UndeterminedError
from rules.engine.game import Setup
from rules.epic.engine import ENGINE
from rules.epic.game_loop.rules import EndlessLoopError
from rules.epic.state import EpicState
from tests.rules.epic.engine.invariants import assert_sound
from tests.rules.epic.notation.moments import assert_laid_out_as_it_was
from tools.fuzz.setups import random_setup

MAX_DECISIONS: Final = 20_000
"""A longer game counts as endless."""


class PropertyViolatedError(AssertionError):
    """A property does not hold.

    The message names the game, the decision and the error.
    """


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game played to its end.

    Attributes:
        setup: the setup. answers: every action, in order. state: the final state.
        undetermined: why the rules do not determine how it continues; empty if they do.
    """

    setup: Setup
    answers: tuple[Action, ...]
    state: EpicState
    undetermined: str = ""


def play_game(seed: int, *, sound: bool = True) -> PlayedGame:
    """Play the game of ``seed`` to its end; check the invariants if ``sound``.

    Raises:
        PropertyViolatedError: an invariant does not hold, the game does not end, or the engine fails.
    """
    setup = random_setup(seed)
    chance = random.Random(seed)
    state = ENGINE.new_game(setup)
    answers: list[Action] = []
    try:
        while not state.over:
            if sound:
                assert_sound(state)
            assert len(answers) < MAX_DECISIONS, "the game does not end"
            answer = ENGINE.sample(state, chance)
            answers.append(answer)
            ENGINE.apply(state, answer)
        assert_sound(state)
    except EndlessLoopError as error:
        raise PropertyViolatedError(f"seed {seed}, decision {len(answers)}: {error}") from error
    except UndeterminedError as error:
        return PlayedGame(setup, tuple(answers), state, str(error))
    except Exception as error:
        raise PropertyViolatedError(
            f"seed {seed}, decision {len(answers)}, {setup.variant}, {setup.version}: {error!r}"
        ) from error
    return PlayedGame(setup, tuple(answers), state)


def check_game(seed: int) -> int:
    """Play the game of ``seed``, check its properties, return its number of decisions.

    Raises:
        PropertyViolatedError: a property does not hold.
    """
    game = play_game(seed)
    try:
        _check_replay(game)
        if seed % 10 == 0:
            _check_saves_and_copies(game, seed)
        if seed % 20 == 7:
            _check_descriptions(game, seed)
    except Exception as error:
        raise PropertyViolatedError(f"seed {seed}, {game.setup.variant}, {game.setup.version}: {error!r}") from error
    return len(game.answers)


def _check_replay(game: PlayedGame) -> None:
    """Check that replaying the actions gives the same game."""
    state = ENGINE.new_game(game.setup)
    for answer in game.answers[: -1 if game.undetermined else None]:
        ENGINE.apply_unchecked(state, answer)
    if not game.undetermined:
        assert state.log == game.state.log, "replaying the answers gives another log"
        assert state.digest() == game.state.digest(), "replaying the answers gives another game"


def _check_saves_and_copies(game: PlayedGame, seed: int) -> None:
    """Check that a loaded game continues the same and that copies are independent."""
    chance = random.Random(f"copies {seed}")
    state = ENGINE.new_game(game.setup)
    for answer in game.answers[: -1 if game.undetermined else None]:
        if chance.random() < 0.2:
            state = EpicState.from_json(json.loads(json.dumps(state.to_json())))
        if chance.random() < 0.05:
            before = state.digest()
            other = ENGINE.copy(state)
            _play_on(other, chance)
            assert state.digest() == before, "a copy that went another way changed the original"
        assert not ENGINE.check(state, answer), "an answer that was drawn is not legal"
        ENGINE.apply_unchecked(state, answer)
    if not game.undetermined:
        assert state.digest() == game.state.digest(), "a game stored and loaded on the way ends otherwise"


def _check_descriptions(game: PlayedGame, seed: int) -> None:
    """Check that states rebuilt from their position fields are the same."""
    chance = random.Random(f"moments {seed}")
    state = ENGINE.new_game(game.setup)
    for answer in game.answers[: -1 if game.undetermined else None]:
        if chance.random() < 1 / 7:
            assert_laid_out_as_it_was(state, game.setup)
        ENGINE.apply_unchecked(state, answer)


def _play_on(state: EpicState, chance: random.Random) -> None:
    """Play up to twelve random decisions.

    Fewer if the rules do not determine how to continue.
    """
    with suppress(UndeterminedError):
        for _ in range(12):
            if not state.over:
                ENGINE.apply_unchecked(state, ENGINE.sample(state, chance))
