"""What waits on the stack: for each kind of frame, and each phase, what goes on with it and who takes its answers.

A decision is asked by the frame on top, or by the phase where there is none: ``take`` hands it its answer.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.engine.decision import Action
from rules.epic.battle import attack
from rules.epic.battle import damage as battle_damage
from rules.epic.board import zones
from rules.epic.instructions import discarding, resolving, revealing
from rules.epic.multiplayer import eliminations
from rules.epic.picking import selecting
from rules.epic.players import windows
from rules.epic.plays import costs, events, loyalty
from rules.epic.state import AnyFrame, EpicState
from rules.epic.state.frames import Takes
from rules.epic.turn import phases, setup

NOTHING: Final[Takes] = MappingProxyType({})


class Waiting(NamedTuple):
    """A kind of frame.

    Attributes:
        run: goes on with it.
        takes: by kind of decision, takes the answer to one that it asks for.
    """

    run: Callable[[EpicState, AnyFrame], None]
    takes: Takes = NOTHING


class Phase(NamedTuple):
    """A phase of the game.

    Attributes:
        step: takes it one step further.
        takes: by kind of decision, takes the answer to one that it asks for.
    """

    step: Callable[[EpicState], None]
    takes: Takes = NOTHING


FRAMES: Final[dict[str, Waiting]] = {
    "draw": Waiting(zones.run_draw, {"draw": zones.drawn}),
    "reveal-top": Waiting(revealing.run_reveal_top, {"draw": revealing.turned_up}),
    "discard": Waiting(discarding.run_discard, {"discard": discarding.discarded}),
    "drawn-out": Waiting(zones.run_drawn_out),
    "effects": Waiting(
        resolving.run_effects,
        dict.fromkeys(("target", "choose", "may", "assign", "mode", "number"), resolving.take),
    ),
    "event-card": Waiting(events.finish_event_card),
    "tribute": Waiting(resolving.run_tribute),
    "loyalty": Waiting(loyalty.run_loyalty, {"reveal": loyalty.revealed}),
    "cost": Waiting(costs.run_cost, {"choose": selecting.picked}),
    "righteous": Waiting(resolving.run_righteous),
    "break-at-end": Waiting(resolving.run_break_at_end),
    "battle-damage": Waiting(battle_damage.run_battle_damage, {"assign": battle_damage.assigned}),
    "mulligan-loss": Waiting(setup.run_mulligan_loss),
    "spoils": Waiting(eliminations.run_spoils),
}
"""What goes on with a frame of each kind, and takes the answers it asks for."""

PHASES: Final[dict[str, Phase]] = {
    "setup": Phase(setup.setup, {"mulligan": setup.mulliganed}),
    "start": Phase(phases.start),
    "main": Phase(windows.ask_play),
    "battle": Phase(attack.battle),
    "end": Phase(phases.end, {"discard": phases.discarded}),
}
"""What takes each phase one step further, and the answers it asks for."""


def take(state: EpicState, answer: Action) -> None:
    """Hand the answer to the pending decision to what asked for it: the frame on top, or the phase."""
    decision = state.pending
    if decision is None:
        return
    takes = FRAMES[state.frames[-1].kind].takes if state.frames else PHASES[state.phase].takes
    takes[decision.kind](state, answer)
