"""The same operations on three engines: apply, check and apply, list all, sample.

The games are played beforehand, and only the operation is timed, in processor seconds. python-chess and OpenSpiel can
sample a legal move only by listing all of them.
"""

import random
import time
from collections.abc import Callable
from typing import Any, Protocol

from rules.engine import loop
from rules.engine.game import Setup
from rules.epic.engine import ENGINE
from tests.rules.epic.engine.games import HUMANS, TALL, VERSIONS

OPERATIONS = ("recorded, applied", "checked, applied", "all listed, one applied", "one drawn, applied")


class TimedEngine(Protocol):
    """An engine with prepared games."""

    name: str
    unit: str

    def play(self, operation: str) -> tuple[int, float]:
        """Run an operation at every step of all games; return steps and processor seconds."""


class Epic:
    """The Epic engine with two decks; the check is the one of a replay."""

    name = "Epic"
    unit = "decisions"

    def __init__(self, games: int = 24) -> None:
        self.games: list[tuple[Setup, list[Any]]] = []
        for seed in range(games):
            decks = [(HUMANS, TALL), (TALL, HUMANS), (HUMANS, HUMANS), (TALL, TALL)][seed // 2 % 4]
            setup = Setup(("Ann", "Ben"), decks, seed % 2, VERSIONS[seed // 8 % 2])
            chance, state, answers = random.Random(seed), ENGINE.new_game(setup), []
            while state.pending is not None:
                answers.append(ENGINE.sample(state, chance))
                ENGINE.apply_unchecked(state, answers[-1])
            self.games.append((setup, answers))

    def play(self, operation: str) -> tuple[int, float]:
        """Return the steps and processor seconds of an operation."""
        chance, steps, took = random.Random(1), 0, 0.0
        for setup, answers in self.games:
            state = ENGINE.new_game(setup)
            began = time.process_time()
            if operation == OPERATIONS[0]:
                for answer in answers:
                    ENGINE.apply_unchecked(state, answer)
            elif operation == OPERATIONS[1]:
                for answer in answers:
                    ENGINE.apply(state, answer)
            elif operation == OPERATIONS[2]:
                for answer in answers:
                    list(ENGINE.legal(state))
                    ENGINE.apply_unchecked(state, answer)
            else:
                for answer in answers:
                    ENGINE.sample(state, chance)
                    ENGINE.apply_unchecked(state, answer)
            took += time.process_time() - began
            steps += len(answers)
        return steps, took


class Chess:
    """python-chess; the check is ``is_legal``."""

    name = "python-chess"
    unit = "moves"

    def __init__(self, library: Any, games: int = 12, most: int = 100) -> None:
        self.library = library
        self.games: list[list[Any]] = []
        chance = random.Random(1)
        for _ in range(games):
            board = library.Board()
            moves: list[Any] = []
            while len(moves) < most and (legal := list(board.legal_moves)):
                moves.append(chance.choice(legal))
                board.push(moves[-1])
            self.games.append(moves)

    def play(self, operation: str) -> tuple[int, float]:
        """Return the steps and processor seconds of an operation."""
        chance, steps, took = random.Random(1), 0, 0.0
        for moves in self.games:
            board = self.library.Board()
            began = time.process_time()
            if operation == OPERATIONS[0]:
                for move in moves:
                    board.push(move)
            elif operation == OPERATIONS[1]:
                for move in moves:
                    if not board.is_legal(move):
                        raise AssertionError(move)
                    board.push(move)
            elif operation == OPERATIONS[2]:
                for move in moves:
                    list(board.legal_moves)
                    board.push(move)
            else:
                for move in moves:
                    chance.choice(list(board.legal_moves))
                    board.push(move)
            took += time.process_time() - began
            steps += len(moves)
        return steps, took


class GinRummy:
    """OpenSpiel's gin rummy (C++); the check is ``apply_action_with_legality_check``."""

    name = "OpenSpiel gin_rummy"
    unit = "actions"

    def __init__(self, library: Any, games: int = 24) -> None:
        self.game = library.load_game("gin_rummy")
        self.games: list[list[int]] = []
        chance = random.Random(1)
        for _ in range(games):
            state, actions = self.game.new_initial_state(), []
            while not state.is_terminal():
                # A card off the deck is as likely as any other, so chance needs no weights.
                actions.append(chance.choice(state.legal_actions()))
                state.apply_action(actions[-1])
            self.games.append(actions)

    def play(self, operation: str) -> tuple[int, float]:
        """Return the steps and processor seconds of an operation."""
        chance, steps, took = random.Random(1), 0, 0.0
        for actions in self.games:
            state = self.game.new_initial_state()
            began = time.process_time()
            if operation == OPERATIONS[0]:
                for action in actions:
                    state.apply_action(action)
            elif operation == OPERATIONS[1]:
                for action in actions:
                    state.apply_action_with_legality_check(action)
            elif operation == OPERATIONS[2]:
                for action in actions:
                    state.legal_actions()
                    state.apply_action(action)
            else:
                for action in actions:
                    chance.choice(state.legal_actions())
                    state.apply_action(action)
            took += time.process_time() - began
            steps += len(actions)
        return steps, took


PEERS: tuple[tuple[str, str, Callable[[Any], TimedEngine]], ...] = (
    ("python-chess", "chess", Chess),
    ("OpenSpiel gin_rummy", "pyspiel", GinRummy),
)
COMPILED = not str(loop.__file__).endswith(".py")
AIMS = (
    {OPERATIONS[1]: 7.0, OPERATIONS[2]: 5.0, OPERATIONS[3]: 9.0}
    if COMPILED
    else {OPERATIONS[1]: 2.2, OPERATIONS[2]: 2.0, OPERATIONS[3]: 3.0}
)
"""How many times as fast as python-chess the engine is meant to be, as it runs here: interpreted, or compiled."""
