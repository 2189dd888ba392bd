"""Shared game loop with a made-up game: frames, triggers and phases in order, one checker for all verbs."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, TypedDict

import pytest

from rules.engine import legality, loop
from rules.engine.action_types import ANY, NONE, ONE, ActionType, ActionTypes
from rules.engine.decision import (
    Action,
    Decision,
    ImpossibleActionError,
    InvalidActionError,
    UndeterminedError,
    Violation,
)
from rules.engine.rules import Rules
from rules.engine.state import Frame, GameState
from rules.engine.zones import Order, Visibility, Zone, is_conserved, remove_card, representatives


class BellData(TypedDict, total=False):
    left: int


class Bell(GameState[BellData]):
    """A game in which two ring bells in turn; a bell that is rung swings until it has swung out."""

    __slots__ = ("messages", "waits")

    def __init__(self) -> None:
        super().__init__("1", ("Anna", "Ben"))
        self.messages: list[str] = []
        self.waits: list[int] = []
        self.phase = "turn"


class Ring(ActionType[Bell]):
    def violations(self, state: Bell, decision: Decision, action: Action) -> Iterator[Violation]:
        if action.refs[0] not in decision.candidates:
            yield Violation("2", "That bell hangs elsewhere.")

    def apply(self, state: Bell, action: Action) -> None:
        state.frames.append(Frame("swing", action.seat, action.refs[0], {"left": 2}))
        state.waits.append(action.seat)

    def legal(self, state: Bell, decision: Decision) -> Iterator[Action]:
        yield from (Action(decision.seat, "ring", (bell,)) for bell in decision.candidates)

    def impossibilities(self, state: Bell, decision: Decision, action: Action) -> Iterator[str]:
        return iter(() if action.refs[0] < 20 else ("There is no rope.",))

    def awaits(self, state: Bell, decision: Decision) -> str:
        return "rings a bell"


class Leave(ActionType[Bell]):
    def apply(self, state: Bell, action: Action) -> None:
        state.messages.append(f"{state.names[action.seat]} leaves")
        state.phase, state.pending = "over", None


class Kneel(ActionType[Bell]):
    """Answers a decision that this game never asks for."""


def echo(state: Bell) -> bool:
    if not state.waits:
        return False
    state.messages.append(f"echo {state.waits.pop()}")
    return True


def swing(state: Bell, frame: Any) -> None:
    state.messages.append(f"swing {frame.data['left']}")
    frame.data["left"] -= 1
    if not frame.data["left"]:
        state.frames.remove(frame)


def turn(state: Bell) -> None:
    state.messages.append("turn")
    state.pending = Decision(len(state.messages) % 2, "ring", (10, 11), rules=("1",))


def endless(_state: Bell) -> None:
    raise UndeterminedError("no end")


VERBS = ActionTypes[Bell](
    [Ring("ring", "ring", ONE, "ring a bell"), Kneel("kneel", "kneel", NONE), Leave("leave", ANY, NONE)]
)
RULES = Rules[Bell](
    frames={"swing": swing}, phases={"turn": turn}, verbs=VERBS, exists=lambda _state, ref: 10 <= ref < 30,
    endless=endless, waits=echo, most_steps=50,
)  # fmt: skip


def begun() -> Bell:
    state = Bell()
    loop.advance(state, RULES)
    return state


def test_advance_handles_frames_before_triggers_before_phases() -> None:
    state = begun()
    loop.apply_action(state, RULES, Action(1, "ring", (10,)))
    loop.advance(state, RULES)
    assert state.messages == ["turn", "swing 2", "swing 1", "echo 1", "turn"]


def test_check_reports_pending_decision_before_violations_of_verb() -> None:
    state = begun()
    message = {
        (1, "ring", (10,)): [],
        (1, "ring", (12,)): ["That bell hangs elsewhere."],
        (0, "ring", (12,)): ["It is Ben who rings a bell."],
        (1, "kneel", ()): ["Ben cannot kneel now: first Ben rings a bell."],
        (0, "leave", ()): [],
    }
    found = {each: [fault.text for fault in legality.check(state, RULES, Action(*each))] for each in message}
    assert found == message


@pytest.mark.parametrize("action", [(1, "dance"), (5, "ring", (10,)), (1, "ring", (99,)), (1, "ring")])
def test_check_malformed_action_raises(action: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidActionError):
        legality.check(begun(), RULES, Action(*action))


def test_force_carries_out_possible_actions_only() -> None:
    state = begun()
    legality.force(state, RULES, Action(0, "ring", (12,)))
    assert state.messages[-1] == "turn"
    for action in (Action(1, "ring", (25,)), Action(1, "kneel"), Action(1, "dance")):
        with pytest.raises(ImpossibleActionError):
            legality.force(state, RULES, action)


def test_leave_pending_player_ends_game_without_further_questions() -> None:
    state = begun()
    loop.apply_action(state, RULES, Action(0, "leave"))
    loop.advance(state, RULES)
    assert (state.over, state.messages) == (True, ["turn", "Anna leaves"])


def test_advance_endless_game_raises_undetermined() -> None:
    state = begun()
    state.pending = None
    state.frames.append(Frame("swing", 0, 10, {"left": 1_000}))
    with pytest.raises(UndeterminedError, match="no end"):
        loop.advance(state, RULES)


def test_remove_card_takes_each_card_of_deck_once() -> None:
    deck = [(10, 11, 12), (13,)]
    remove_card(deck, 11)
    remove_card(deck, 13, 1)
    assert deck == [(10, 12)]
    assert representatives((12, 10, 11), {10: "b", 11: "a", 12: "b"}.__getitem__) == (10, 11)


def test_zones_have_every_card_in_one_place() -> None:
    place = SimpleNamespace(deck=[(10,), (11, 12)], hand=[13])
    zones = (Zone("deck", "deck", Visibility.NO_ONE, Order.GROUPS), Zone("hand", "hand", Visibility.OWNER, Order.NONE))
    owned = dict.fromkeys(range(10, 15), 0)
    assert is_conserved(zones, [place], [14], owned)
    assert not is_conserved(zones, [place], [14, 10], owned)
    assert not is_conserved(zones, [place], [], owned)
