"""Adding a verb to a made-up game takes one row; the shared loop and checker do the rest."""

import random
from collections.abc import Iterator

import pytest

from rules.engine.action_types import ANY, NONE, NUMBER, ActionType, ActionTypes
from rules.engine.decision import Action, Decision, ImpossibleActionError, InvalidActionError, Violation
from rules.engine.legality import check, force
from rules.engine.loop import advance, apply_action
from rules.engine.rules import Rules


class Heap:
    """Two players take pebbles in turn; the player who takes the last one wins."""

    def __init__(self, pebbles: int) -> None:
        self.names: tuple[str, ...] = ("Ann", "Ben")
        self.pending: Decision | None = None
        self.phase = "turn"
        self.cause = -1
        self.frames: list[object] = []
        self.pebbles = pebbles
        self.seat = 0
        self.added = False

    @property
    def over(self) -> bool:
        return self.phase == "over"


class Take(ActionType[Heap]):
    """As option one to three pebbles."""

    def violations(self, state: Heap, decision: Decision, action: Action) -> Iterator[Violation]:
        if not 1 <= action.option <= min(3, state.pebbles):
            yield Violation("1.1", f"One to three pebbles are taken, not {action.option}.")

    def apply(self, state: Heap, action: Action) -> None:
        state.pebbles -= action.option
        state.seat = 1 - action.seat

    def legal(self, state: Heap, decision: Decision) -> Iterator[Action]:
        yield from (Action(decision.seat, self.name, (), count) for count in range(1, min(3, state.pebbles) + 1))

    def awaits(self, state: Heap, decision: Decision) -> str:
        return "takes pebbles"


class Concede(ActionType[Heap]):
    """Leave."""

    def apply(self, state: Heap, action: Action) -> None:
        state.phase = "over"


class Add(ActionType[Heap]):
    """The made-up verb: put two pebbles back, once in a game."""

    def violations(self, state: Heap, decision: Decision, action: Action) -> Iterator[Violation]:
        if state.added:
            yield Violation("2.1", "Pebbles are put back once in a game.")

    def apply(self, state: Heap, action: Action) -> None:
        state.pebbles += 2
        state.added = True
        state.seat = 1 - action.seat

    def impossibilities(self, state: Heap, decision: Decision, action: Action) -> Iterator[str]:
        return iter(())


def turn(state: Heap) -> None:
    if state.pebbles:
        state.pending = Decision(state.seat, "turn", rules=("1",))
    else:
        state.phase = "over"


def rules(*more: ActionType[Heap]) -> Rules[Heap]:
    verbs = ActionTypes[Heap]([Take("take", "turn", NUMBER), *more, Concede("concede", ANY, NONE)])
    return Rules(
        frames={}, phases={"turn": turn}, verbs=verbs, exists=lambda _state, _ref: False, endless=lambda _state: None
    )


WITHOUT, WITH = rules(), rules(Add("add", "turn", NONE, "put pebbles back"))


def begun(pebbles: int) -> Heap:
    state = Heap(pebbles)
    advance(state, WITH)
    return state


def test_made_up_verb_needs_one_row() -> None:
    state, action = begun(5), Action(0, "add")
    with pytest.raises(InvalidActionError, match="unknown action 'add'; choose from take, concede"):
        check(state, WITHOUT, action)
    assert check(state, WITH, action) == []
    assert state.pending is not None
    legal = list(WITH.verbs.questions["turn"].legal(state, state.pending))
    assert legal == [*(Action(0, "take", (), count) for count in (1, 2, 3)), action]
    apply_action(state, WITH, action)
    advance(state, WITH)
    assert (state.pebbles, state.pending) == (7, Decision(1, "turn", rules=("1",)))
    assert check(state, WITH, Action(1, "add")) == [Violation("2.1", "Pebbles are put back once in a game.")]
    with pytest.raises(InvalidActionError, match="'add' has no options"):
        check(state, WITH, Action(1, "add", (), 1))
    with pytest.raises(InvalidActionError, match="no card, player or object has the number 10"):
        check(state, WITH, Action(1, "add", (10,)))


def test_force_made_up_verb_is_carried_out_or_impossible() -> None:
    state = begun(5)
    state.added = True
    force(state, WITH, Action(0, "add"))
    assert (state.pebbles, state.seat) == (7, 1)
    with pytest.raises(ImpossibleActionError, match="One to three pebbles are taken, not 9"):
        force(state, WITH, Action(1, "take", (), 9))


def test_check_action_of_other_player_is_violation_except_concede() -> None:
    state = begun(5)
    assert check(state, WITH, Action(1, "add")) == [Violation("1", "It is Ann who takes pebbles.")]
    assert check(state, WITH, Action(1, "concede")) == []
    apply_action(state, WITH, Action(1, "concede"))
    assert state.over


def test_random_games_with_made_up_verb_end() -> None:
    for seed in range(30):
        state, chance = begun(9), random.Random(seed)
        while not state.over:
            assert state.pending is not None
            action = WITH.verbs.samples[state.pending.kind](state, state.pending, chance)
            assert check(state, WITH, action) == []
            apply_action(state, WITH, action)
            advance(state, WITH)
        assert state.pebbles == 0
