"""The plays of a record that a table began with, as actions."""

from collections.abc import Iterator
from typing import Any

from rules.actions import REPORT, Action
from rules.engine.decision import Answer, AnswerError
from rules.engine.ids import CHANCE
from rules.judge.board import JUDGE
from rules.judge.game import JudgedGame
from rules.judge.record.model import CHANCE_NAME
from rules.judge.replaying.replayed import Replay, Step


def action_of(game: JudgedGame, asked: Any, answer: Answer, line: str = "") -> Action:
    """Return an answer to the pending decision of ``asked`` as an action; ``line`` is its canonical line if known."""
    actor = CHANCE_NAME if answer.seat == CHANCE else asked.names[answer.seat]
    line = line or f"{actor}: {game.notation.render(asked, answer)}"
    return Action(line, actor, answer.verb, game.views.cards(asked, answer) if answer.refs else ())


def actions_of(replayed: Replay) -> tuple[Action, ...]:
    """Return the actions of a record's legal lines, in order."""
    before, found = replayed.opening, list[Action]()
    for step in replayed.steps:
        found += _actions(replayed, before, step)
        before = step.state
    return tuple(found)


def _actions(replayed: Replay, before: Any, step: Step) -> Iterator[Action]:
    """Yield the actions of one line: two where it implies another one, a report where nothing was decided."""
    game, moment = replayed.game, step.moment
    if step.repeats:
        words = step.shown(JUDGE) if step.retold is None else step.retold()
        yield Action(f"{step.actor}: {words}", step.actor, REPORT)
        return
    seat = CHANCE if step.actor == CHANCE_NAME else replayed.record.players.index(step.actor)
    implied = game.notation.implied(before, seat, step.words) if step.decisions != 1 else None
    if implied is not None:
        yield action_of(game, before, implied)
        before = game.engine.copy(before)
        game.engine.apply(before, implied)
    if moment.answer is not None and moment.before is not None:
        yield action_of(game, moment.before.game, moment.answer)
        return
    try:
        # The words have named a card, which the game before does not know.
        reading = game.notation.read(before, seat, step.words)
        yield action_of(game, reading.game, reading.answer)
    except AnswerError:
        yield Action(f"{step.actor}: {step.shown(JUDGE)}", step.actor, REPORT)
