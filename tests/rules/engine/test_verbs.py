"""Shared verb table with a made-up game of stones."""

import random
from collections.abc import Iterator

import pytest

from rules.engine.action_types import ANY, NONE, NUMBER, ONE, SET, ActionType, ActionTypes, Question, Shape
from rules.engine.decision import Action, Decision, InvalidActionError, Violation


class Stones:
    """A heap, and what was done with it."""

    def __init__(self, heap: tuple[int, ...]) -> None:
        self.heap = heap
        self.done: list[str] = []


class Take(ActionType[Stones]):
    """Take one stone."""

    def violations(self, state: Stones, decision: Decision, action: Action) -> Iterator[Violation]:
        if action.refs[0] not in decision.candidates:
            yield Violation("1.1", f"Stone {action.refs[0]} is not in the heap.")

    def apply(self, state: Stones, action: Action) -> None:
        state.heap = tuple(stone for stone in state.heap if stone not in action.refs)
        state.done.append(self.name)

    def legal(self, state: Stones, decision: Decision) -> Iterator[Action]:
        yield from (Action(decision.seat, self.name, (stone,)) for stone in decision.candidates)


class Leave(ActionType[Stones]):
    """Take none, which no one may do while there is more than one."""

    def violations(self, state: Stones, decision: Decision, action: Action) -> Iterator[Violation]:
        if len(state.heap) > 1:
            yield Violation("1.2", "There is more than one stone.")


TAKE, LEAVE = Take("take", "turn", ONE, "take a stone"), Leave("leave", "turn", NONE)
RESIGN: ActionType[Stones] = ActionType("resign", ANY, NONE)
VERBS = ActionTypes([TAKE, LEAVE, RESIGN])


def turn(state: Stones) -> Decision:
    return Decision(0, "turn", state.heap)


def test_question_lists_legal_actions_in_order_of_verbs() -> None:
    many, last = Stones((10, 11)), Stones((10,))
    question = VERBS.questions["turn"]
    assert list(question.legal(many, turn(many))) == [Action(0, "take", (10,)), Action(0, "take", (11,))]
    assert list(question.legal(last, turn(last))) == [Action(0, "take", (10,)), Action(0, "leave")]
    assert [*VERBS.questions] == ["turn"]  # no player is asked whether to resign


def test_sample_returns_legal_actions_of_each_verb() -> None:
    state, chance = Stones((10,)), random.Random(1)
    drawn = {VERBS.questions["turn"].sample(state, turn(state), chance).verb for _ in range(40)}
    assert drawn == {"take", "leave"}
    with pytest.raises(ValueError, match="no legal action"):
        LEAVE.sample(Stones((10, 11)), turn(state), chance)


def test_verb_without_own_texts_uses_defaults() -> None:
    state = Stones((10, 11))
    action = Action(0, "leave")
    assert LEAVE.canonical(state, action) is action
    assert list(LEAVE.impossibilities(state, turn(state), action)) == ["There is more than one stone."]
    assert (TAKE.does, LEAVE.does) == ("take a stone", "leave")
    with pytest.raises(NotImplementedError, match="leave"):
        LEAVE.apply(state, action)


@pytest.mark.parametrize(
    ("shape", "action", "words"),
    [
        (NONE, Action(0, "x", (10,)), "'x' refers to nothing"),
        (NONE, Action(0, "x", (), 1), "'x' has no options"),
        (NUMBER, Action(0, "x", (), 1, (3,)), "'x' has no numbers"),
        (ONE, Action(0, "x"), "'x' refers to exactly one thing, not 0"),
        (SET, Action(0, "x", (10, 10)), "'x' names the same thing twice"),
        (Shape(2, 2), Action(0, "x", (10,)), "'x' refers to exactly 2 things, not 1"),
        (Shape(1, 2), Action(0, "x"), "'x' refers to 1 to 2 things, not 0"),
        (Shape(1, None), Action(0, "x"), "'x' refers to at least 1 thing, not 0"),
    ],
)
def test_validate_action_of_wrong_shape_raises(shape: Shape, action: Action, words: str) -> None:
    with pytest.raises(InvalidActionError) as raised:
        ActionType[Stones]("x", "turn", shape).validate(Stones(()), action)
    assert str(raised.value) == words


def test_shape_accepts_matching_action() -> None:
    Shape(2, 2, option=True, amounts=True, repeats=True).validate("x", Action(0, "x", (10, 10), 2, (3,)))


def test_verb_table_has_each_verb_and_question_once() -> None:
    assert VERBS.of(Action(0, "leave")) is LEAVE
    with pytest.raises(InvalidActionError, match="unknown action 'jump'; choose from take, leave, resign"):
        VERBS.of(Action(0, "jump"))
    with pytest.raises(ValueError, match="same name"):
        ActionTypes([TAKE, TAKE])
    with pytest.raises(ValueError, match="'turn'"):
        ActionTypes([TAKE, LEAVE], [Question("turn", [TAKE])])
    backwards = Question("turn", [LEAVE, TAKE])
    assert ActionTypes([TAKE, LEAVE], [backwards]).questions["turn"] is backwards
