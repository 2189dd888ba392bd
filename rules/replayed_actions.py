"""The actions of a replayed record."""

from collections.abc import Iterator
from typing import Any

from rules.actions import REPORT, Action
from rules.engine.decision import Action as EngineAction
from rules.engine.ids import CHANCE
from rules.judge.board import JUDGE
from rules.judge.game import JudgedGame
from rules.judge.record.model import CHANCE_NAME
from rules.judge.replay.result import Replay, Step


def to_action(game: JudgedGame, state: Any, engine_action: EngineAction, line: str = "") -> Action:
    """Convert an engine action to a public ``Action``.

    Args:
        game: the game.
        state: the state at the decision of the action.
        engine_action: the engine's action.
        line: its line in records; computed if empty.
    """
    actor = CHANCE_NAME if engine_action.seat == CHANCE else state.names[engine_action.seat]
    line = line or f"{actor}: {game.notation.render(state, engine_action)}"
    return Action(line, actor, engine_action.verb, game.views.cards(state, engine_action) if engine_action.refs else ())


def replayed_actions(replayed: Replay) -> tuple[Action, ...]:
    """Return the actions of a record's legal lines, in order."""
    state, actions = replayed.initial_state, list[Action]()
    for step in replayed.steps:
        actions += _step_actions(replayed.game, state, step)
        state = step.state
    return tuple(actions)


def _step_actions(game: JudgedGame, state: Any, step: Step) -> Iterator[Action]:
    """Yield the actions of one line, implied ones first.

    A repetition becomes a report.
    """
    for implied in step.implied_actions:
        yield to_action(game, state, implied)
        state = game.engine.copy(state)
        game.engine.apply(state, implied)
    if step.action is not None and step.decision_snapshot is not None:
        yield to_action(game, step.decision_snapshot.game, step.action)
        return
    words = step.shown(JUDGE) if step.full_words is None else step.full_words()
    yield Action(f"{step.actor}: {words}", step.actor, REPORT)
