"""Handlers of stack frames and phases: how to advance them and apply actions.

The pending decision belongs to the top frame, or to the phase if there is none; ``dispatch_action`` passes the action
to its handler.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.engine.decision import Action
from rules.epic.battle import attack
from rules.epic.battle import damage as battle_damage
from rules.epic.board import zones
from rules.epic.instructions import discards, player_instructions, resolution
from rules.epic.multiplayer import elimination_rewards
from rules.epic.players import initiative
from rules.epic.plays import costs, events, loyalty
from rules.epic.selection import evaluation
from rules.epic.state import AnyFrame, EpicState
from rules.epic.state.frames import DecisionHandlers
from rules.epic.turn import phases, setup

NO_HANDLERS: Final[DecisionHandlers] = MappingProxyType({})


class FrameHandler(NamedTuple):
    """Handler of one kind of stack frame.

    Attributes:
        run: advances the frame.
        takes: functions that apply an action, by kind of decision.
    """

    run: Callable[[EpicState, AnyFrame], None]
    action_handlers: DecisionHandlers = NO_HANDLERS


class PhaseHandler(NamedTuple):
    """Handler of one phase of the turn.

    Attributes:
        step: advances the phase.
        takes: functions that apply an action, by kind of decision.
    """

    step: Callable[[EpicState], None]
    action_handlers: DecisionHandlers = NO_HANDLERS


FRAME_HANDLERS: Final[dict[str, FrameHandler]] = {
    "draw": FrameHandler(zones.run_draw, {"draw": zones.apply_draw}),
    "reveal-top": FrameHandler(player_instructions.run_reveal_top, {"draw": player_instructions.apply_reveal}),
    "discard": FrameHandler(discards.run_discard, {"discard": discards.apply_discard}),
    "drawn-out": FrameHandler(zones.run_empty_deck_win),
    "effects": FrameHandler(
        resolution.run_effects,
        dict.fromkeys(("target", "choose", "may", "assign", "mode", "number"), resolution.dispatch_action),
    ),
    "event-card": FrameHandler(events.finish_event_card),
    "tribute": FrameHandler(resolution.run_tribute),
    "loyalty": FrameHandler(loyalty.run_loyalty, {"reveal": loyalty.apply_reveal}),
    "cost": FrameHandler(costs.run_cost, {"choose": evaluation.apply_pick}),
    "righteous": FrameHandler(resolution.run_righteous),
    "break-at-end": FrameHandler(resolution.run_break_at_end),
    "battle-damage": FrameHandler(battle_damage.run_battle_damage, {"assign": battle_damage.apply_shares}),
    "mulligan-loss": FrameHandler(setup.run_mulligan_loss),
    "spoils": FrameHandler(elimination_rewards.run_spoils),
}
"""Handlers by kind of frame."""

PHASE_HANDLERS: Final[dict[str, PhaseHandler]] = {
    "setup": PhaseHandler(setup.step_setup, {"mulligan": setup.apply_mulligan}),
    "start": PhaseHandler(phases.step_start_phase),
    "main": PhaseHandler(initiative.ask_for_play),
    "battle": PhaseHandler(attack.step_battle),
    "end": PhaseHandler(phases.step_end_phase, {"discard": phases.discard_to_limit}),
}
"""Handlers by phase."""


def dispatch_action(state: EpicState, action: Action) -> None:
    """Pass the action to the handler of the frame or phase that is waiting for it."""
    decision = state.pending
    if decision is None:
        return
    takes = (
        FRAME_HANDLERS[state.frames[-1].kind].action_handlers
        if state.frames
        else PHASE_HANDLERS[state.phase].action_handlers
    )
    takes[decision.kind](state, action)
