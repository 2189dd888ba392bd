"""Equivalence of games played with different options."""

import pytest

from rules.epic.board.continuous import all_current_values
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState, Frame
from tests.rules.epic.engine.games import begin, play


def with_champions() -> EpicState:
    """A game in its fifth turn with someone on the table whose values are not the printed ones."""
    for state, _ in play(begin("RB-2017"), 3):
        here = [champion for seat in state.seats for champion in seat.champions]
        if state.turn_number >= 5 and here and not state.frames:
            state.values.clear()
            here[0].plus += 1
            all_current_values(state)
            return state
    raise LookupError("no champion was in play in the fifth turn")


def test_recomputed_values_are_equivalent() -> None:
    state = with_champions()
    other = ENGINE.copy(state)
    other.values.clear()
    assert ENGINE.is_equivalent(state, other)
    oid = next(iter(all_current_values(other)))
    other.values[oid] = type(other.values[oid])(9, 9, frozenset(), frozenset(), frozenset())
    assert not ENGINE.is_equivalent(state, other)


@pytest.mark.parametrize("fact", ["offense", "defense", "keywords", "alignments", "classes"])
def test_values_with_one_difference_are_not_equivalent(fact: str) -> None:
    state = with_champions()
    (values, other) = (next(iter(all_current_values(each).values())) for each in (state, ENGINE.copy(state)))
    copied = type(values)(values.offense, values.defense, values.keywords, values.alignments, values.classes)
    assert values.same(copied)
    assert values.same(other)
    setattr(copied, fact, 77 if isinstance(getattr(values, fact), int) else frozenset({"something else"}))
    assert not values.same(copied)


def test_longer_log_is_equivalent_unless_positions_are_stored() -> None:
    state = with_champions()
    longer = ENGINE.copy(state)
    longer.log.insert(3, longer.log[3])
    longer.cause += 1
    assert ENGINE.is_equivalent(state, longer)
    for game in (state, longer):
        game.frames.append(Frame("effects", 0, 0, {"path": (0, 0)}, 5))
    assert not ENGINE.is_equivalent(state, longer)
    del longer.log[3]
    longer.cause = state.cause
    assert ENGINE.is_equivalent(state, longer)


def test_relevant_log_starts_at_end_of_previous_turn() -> None:
    assert ENGINE.relevant_log_start(begin("RB-2017")) == 0
    for state, _ in play(begin("RB-2017"), 5):
        kinds = [event.kind for event in state.log[ENGINE.relevant_log_start(state) :]]
        if state.turn_number > 1:
            assert kinds[0] in {"turn", "turn-ends"}
            assert kinds.count("turn") == 1
            assert kinds.count("turn-ends") == 1
