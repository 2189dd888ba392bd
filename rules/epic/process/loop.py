"""The one loop: work off frames, then triggers, then the next step of the phase, until someone must answer."""

from collections.abc import Callable
from typing import Final

from rules.engine.decision import Answer, UndeterminedError
from rules.epic.answers.canonical import detail
from rules.epic.battle import attack
from rules.epic.battle import damage as battle_damage
from rules.epic.board import damage, triggers, zones
from rules.epic.effects import ChooseOne, EachKeepsOne
from rules.epic.instructions import choosing, discarding, resolving, revealing, sacrifices
from rules.epic.multiplayer import eliminations
from rules.epic.picking import selecting
from rules.epic.players import windows
from rules.epic.players.ending import draw, eliminate
from rules.epic.plays import costs, loyalty, playing
from rules.epic.plays import free as free_plays
from rules.epic.readings import ENDLESS
from rules.epic.state import EpicState, Frame
from rules.epic.state.log import happened
from rules.epic.turn import phases, setup

MOST_STEPS: Final = 20_000
"""Steps between two decisions after which a game is taken to be in an endless loop (I-102)."""


class EndlessLoopError(UndeterminedError):
    """Mandatory effects repeat without end; the rules say nothing about it (I-102)."""


RUN: Final[dict[str, Callable[[EpicState, Frame], None]]] = {
    "draw": zones.run_draw,
    "reveal-top": revealing.run_reveal_top,
    "discard": discarding.run_discard,
    "drawn-out": zones.run_drawn_out,
    "effects": resolving.run_effects,
    "event-card": playing.finish_event_card,
    "tribute": resolving.run_tribute,
    "loyalty": loyalty.run_loyalty,
    "cost": costs.run_cost,
    "righteous": resolving.run_righteous,
    "break-at-end": resolving.run_break_at_end,
    "battle-damage": battle_damage.run_battle_damage,
    "mulligan-loss": setup.run_mulligan_loss,
    "spoils": eliminations.run_spoils,
}
"""What goes on with a frame of each kind."""


PHASE: Final[dict[str, Callable[[EpicState], None]]] = {
    "setup": setup.setup,
    "start": phases.start,
    "main": windows.ask_play,
    "battle": attack.battle,
    "end": phases.end,
}
"""What takes each phase one step further."""


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
            RUN[frame.kind](state, frame)
        elif state.batch:
            triggers.next_in_batch(state)
        elif state.noted and not phases.still_to_prepare(state):
            triggers.form_batch(state)
        else:
            PHASE[state.phase](state)
    if not state.readings[ENDLESS]:
        raise EndlessLoopError(
            "mandatory effects repeat without end (I-102): a judge ends the game, or the record chooses "
            "`Interpretations: I-102=2`, by which it is drawn"
        )
    draw(state, ("3.4.2", "I-102"), "endless")


def answered(state: EpicState, answer: Answer) -> None:
    """Carry out an answer that has been checked, without going on to the next decision."""
    decision = state.pending
    if answer.verb == "concede":
        state.cause = -1
        rules = ("1.2.2", "I-23", "1.2[1]", "I-114") if state.variant.shared else ("1.2.2", "I-23")
        happened(state, "concede", (answer.seat,), rules)
        eliminate(state, [state.seats[answer.seat].team], ("1.2.2",))
        return
    if decision is None:
        return
    handler = HANDLE[decision.kind]
    handler(state, answer)
    if state.pending is decision:
        state.pending = None


def _assigned(state: EpicState, answer: Answer) -> None:
    if state.frames[-1].kind == "battle-damage":
        battle_damage.assigned(state, answer)
    else:
        choosing.split_answered(state, answer)
        damage.settle(state)


def _discarded(state: EpicState, answer: Answer) -> None:
    if state.frames and state.frames[-1].kind == "discard":
        discarding.discarded(state, answer)
    else:
        phases.discarded(state, answer)


def _mode_chosen(state: EpicState, answer: Answer) -> None:
    if isinstance(resolving.current(state, state.frames[-1]), ChooseOne):
        choosing.mode_chosen(state, answer)
    else:
        free_plays.mode_chosen(state, answer)


def _drawn(state: EpicState, answer: Answer) -> None:
    if state.frames[-1].kind == "reveal-top":
        revealing.turned_up(state, answer)
    else:
        zones.drawn(state, answer)


def _chosen(state: EpicState, answer: Answer) -> None:
    frame = state.frames[-1]
    if state.pending is not None and detail(state.pending, "recycle"):
        choosing.recycled(state, answer)
    elif state.pending is not None and detail(state.pending, "breaks"):
        sacrifices.gave_up(state, answer)
    elif frame.kind == "effects" and isinstance(resolving.current(state, frame), EachKeepsOne):
        choosing.kept_one(state, answer)
    else:
        selecting.picked(state, answer)


HANDLE: Final[dict[str, Callable[[EpicState, Answer], None]]] = {
    "mulligan": setup.mulliganed,
    "act": playing.act,
    "target": selecting.picked,
    "choose": _chosen,
    "may": choosing.may_answered,
    "order": triggers.ordered,
    "block": attack.declared_block,
    "assign": _assigned,
    "discard": _discarded,
    "reveal": loyalty.revealed,
    "number": sacrifices.number_chosen,
    "draw": _drawn,
    "mode": _mode_chosen,
}
"""Who takes the answer to each kind of decision."""
