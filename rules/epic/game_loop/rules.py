"""The tables of Epic for the generic engine: frames, phases, triggers, actions."""

from typing import Final

from rules.engine.decision import UndeterminedError
from rules.engine.ids import FIRST_OBJECT, is_object, is_seat
from rules.engine.rules import Rules
from rules.epic.actions.registry import VERBS
from rules.epic.board import triggers
from rules.epic.frame_handlers import FRAME_HANDLERS, PHASE_HANDLERS
from rules.epic.interpretation_options import ENDLESS
from rules.epic.players.game_end import draw_game
from rules.epic.state import EpicState
from rules.epic.turn import phases


class EndlessLoopError(UndeterminedError):
    """Mandatory effects repeat endlessly, which the rules do not cover (I-102)."""


def _handle_endless_loop(state: EpicState) -> None:
    """End an endless game in a draw if the option of I-102 says so.

    Raises:
        EndlessLoopError: the option does not say so.
    """
    if not state.options[ENDLESS]:
        raise EndlessLoopError(
            "mandatory effects repeat without end (I-102): a judge ends the game, or the record chooses "
            "`Interpretations: I-102=2`, by which it is drawn"
        )
    draw_game(state, ("3.4.2", "I-102"), "endless")


def _start_waiting_trigger(state: EpicState) -> bool:
    """Start the next trigger or form the next batch; return whether there was one.

    Rules: 3.2.5, 4.2.6.
    """
    if state.batch:
        triggers.start_next_trigger(state)
    elif state.noted and not phases.is_before_prepare(state):
        triggers.form_batch(state)
    else:
        return False
    return True


def _exists(state: EpicState, ref: int) -> bool:
    """Return True if ``ref`` is a player, a card, or an object that has been in play."""
    return (
        ref in state.table
        or (is_seat(ref) and ref < len(state.seats))
        or (is_object(ref) and ref - FIRST_OBJECT < len(state.entered))
    )


RULES: Final = Rules[EpicState](
    frames={kind: waiting.run for kind, waiting in FRAME_HANDLERS.items()},
    phases={name: phase.step for name, phase in PHASE_HANDLERS.items()},
    verbs=VERBS,
    exists=_exists,
    endless=_handle_endless_loop,
    waits=_start_waiting_trigger,
)
"""The rules tables for the engine."""
