"""The one loop: work off frames, then triggers, then the next step of the phase, until someone must answer."""

from typing import Final

from rules.engine.decision import Answer, UndeterminedError
from rules.engine.verbs import ANY
from rules.epic.board import triggers
from rules.epic.frames import FRAMES, PHASES
from rules.epic.players.ending import draw
from rules.epic.readings import ENDLESS
from rules.epic.state import EpicState
from rules.epic.turn import phases
from rules.epic.verbs.table import ROWS

MOST_STEPS: Final = 20_000
"""Steps between two decisions after which a game is taken to be in an endless loop (I-102)."""


class EndlessLoopError(UndeterminedError):
    """Mandatory effects repeat without end; the rules say nothing about it (I-102)."""


def advance(state: EpicState) -> None:
    """Go on until someone must answer or the game is over.

    Raises:
        EndlessLoopError: nobody is asked anything for too long.
    """
    for _ in range(MOST_STEPS):
        if state.pending is not None or state.phase == "over":
            return
        if state.frames:
            frame = state.frames[-1]
            FRAMES[frame.kind].run(state, frame)
        elif state.batch:
            triggers.next_in_batch(state)
        elif state.noted and not phases.still_to_prepare(state):
            triggers.form_batch(state)
        else:
            PHASES[state.phase].step(state)
    if not state.readings[ENDLESS]:
        raise EndlessLoopError(
            "mandatory effects repeat without end (I-102): a judge ends the game, or the record chooses "
            "`Interpretations: I-102=2`, by which it is drawn"
        )
    draw(state, ("3.4.2", "I-102"), "endless")


def answered(state: EpicState, answer: Answer) -> None:
    """Carry out an answer that has been checked, without going on to the next decision."""
    decision = state.pending
    verb = ROWS[answer.verb]
    verb.apply(state, answer)
    if state.pending is decision and verb.kind != ANY:
        state.pending = None
