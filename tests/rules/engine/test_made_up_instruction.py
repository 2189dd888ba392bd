"""Adding an instruction to a made-up game: a class, a function and its words."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import TypedDict

import pytest

from rules.engine.action_types import NUMBER, ActionType, ActionTypes
from rules.engine.decision import Action, Decision, Violation
from rules.engine.instructions import Instruction, Instructions
from rules.engine.loop import advance, apply_action
from rules.engine.rules import Rules
from rules.engine.state import Frame, GameState

# The engine of a made-up game: cards lie in a row and are turned up one after the other.


class TextData(TypedDict, total=False):
    card: tuple[Instruction, ...]


class Row(GameState[TextData]):
    __slots__ = ("coins", "row")

    def __init__(self, *row: tuple[Instruction, ...]) -> None:
        super().__init__("1", ("Ann", "Ben"))
        self.row = list(row)
        self.coins = 0
        self.phase = "turn"


INSTRUCTIONS: Instructions[Row] = Instructions()


@dataclass(frozen=True, slots=True)
class Coins(Instruction):
    count: int


@INSTRUCTIONS.executes(Coins)
def coins(state: Row, frame: Frame[TextData], node: Coins) -> None:
    state.coins += node.count
    frame.index += 1


def turn(state: Row) -> None:
    if state.row:
        state.frames.append(Frame("text", 0, 0, {"card": state.row.pop(0)}))
    else:
        state.phase = "over"


def run_text(state: Row, frame: Frame[TextData]) -> None:
    card = frame.data["card"]
    if frame.index >= len(card):
        state.finish(frame)
    else:
        INSTRUCTIONS.executors[type(card[frame.index])](state, frame, card[frame.index])


class Say(ActionType[Row]):
    def violations(self, state: Row, decision: Decision, action: Action) -> Iterator[Violation]:
        return iter(())

    def apply(self, state: Row, action: Action) -> None:
        card = state.frames[-1].data["card"]
        INSTRUCTIONS.handlers_of(type(card[state.frames[-1].index]))["number"](state, action)


RULES = Rules[Row](
    frames={"text": run_text},
    phases={"turn": turn},
    verbs=ActionTypes([Say("say", "number", NUMBER)]),
    exists=lambda _state, _ref: False,
    endless=lambda _state: None,
)


# The notation of it.


@singledispatch
def sentence(node: object) -> str:
    raise NotImplementedError(f"no words for {type(node).__name__}")


@sentence.register
def _(node: Coins) -> str:
    return f"Gain {node.count} coins."


# A made-up instruction: what one module of the engine holds of it,


@dataclass(frozen=True, slots=True)
class Double(Instruction):
    """Say a number up to ``most``: the coins are multiplied by it."""

    RULES = ("9.9",)

    most: int


@INSTRUCTIONS.executes(Double)
def double(state: Row, frame: Frame[TextData], node: Double) -> None:
    state.pending = Decision(frame.controller, "number", high=node.most, rules=node.RULES)


@INSTRUCTIONS.handles_action(Double, "number")
def doubled(state: Row, action: Action) -> None:
    state.coins *= action.option
    state.frames[-1].index += 1


# and what one of the notation does.


@sentence.register
def _(node: Double) -> str:
    return f"Multiply your coins by a number up to {node.most}."


def test_made_up_instruction_needs_class_function_and_words() -> None:
    state = Row((Coins(2), Double(5), Coins(1)), (Coins(4),))
    advance(state, RULES)
    assert (state.coins, state.pending) == (2, Decision(0, "number", high=5, rules=("9.9",)))
    apply_action(state, RULES, Action(0, "say", (), 5))
    advance(state, RULES)
    assert (state.coins, state.over) == (2 * 5 + 1 + 4, True)
    assert [sentence(node) for node in (Coins(2), Double(5))] == [
        "Gain 2 coins.",
        "Multiply your coins by a number up to 5.",
    ]


def test_instructions_have_one_executor_each_and_words() -> None:
    assert set(INSTRUCTIONS.executors) == sentence.registry.keys() - {object}
    with pytest.raises(ValueError, match="Double is carried out by double already"):
        INSTRUCTIONS.executes(Double)(coins)
    with pytest.raises(ValueError, match="'number' of Double is taken already"):
        INSTRUCTIONS.handles_action(Double, "number")(doubled)
    assert INSTRUCTIONS.handlers_of(Coins) == {}
