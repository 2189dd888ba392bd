"""The decisive reason why a line of a record is legal."""

from rules.engine.decision import Justification
from rules.judge.board import Viewer
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict


def disputed_step(replayed: Replay, line: int | None = None) -> int:
    """Return the step number, from 1, of the disputed play.

    0 if that is not a legal step.

    Args:
        replayed: a replay.
        line: the disputed line of the record; ``None`` for the last play, which is a step only if the whole record is
            legal.
    """
    if line is None and replayed.verdict is not Verdict.LEGAL:
        return 0
    if replayed.illegal is not None and replayed.illegal.line == line:
        return 0
    numbers = [number for number, step in enumerate(replayed.steps, start=1) if line is None or step.line == line]
    # Repetitions and outcomes of chance are rarely the disputed play.
    made = [number for number in numbers if replayed.steps[number - 1].action is not None]
    by_players = [number for number in made if replayed.steps[number - 1].actor in replayed.record.players]
    return next((steps[-1] for steps in (by_players, made, numbers) if steps), 0)


def justify_step(replayed: Replay, index: int, viewer: Viewer) -> Justification:
    """Return why a legal step is legal, without what ``viewer`` may not know.

    Args:
        replayed: a replay.
        index: the number of the step, from 1.
        viewer: the viewer.
    """
    step = replayed.steps[index - 1]
    if step.decision_snapshot is None or step.action is None:
        return Justification(step.rules[0], f"This had no alternative: {_reported_event(replayed, index, viewer)}")
    state = step.decision_snapshot.game
    justification = replayed.game.views.justify(state, step.action)
    if justification is not None:
        return justification
    waiting = replayed.game.views.waiting(state).rstrip(".")
    rules = state.pending.rules if state.pending is not None else ()
    return Justification((rules or step.rules)[0], f"This is what is asked for at this moment: {waiting}.")


def _reported_event(replayed: Replay, index: int, viewer: Viewer) -> str:
    """Return the event that a repeating step reports, as a sentence."""
    sentences = replayed.steps[index - 1].words_for(viewer)
    return sentences if sentences.endswith(".") else f"{sentences}."
