"""Resolution of card texts, instruction by instruction (3.2.3).

``run_effects`` executes one instruction with the function registered for its kind. If the instruction lacks a pick, it
asks for it and is executed again from the start with the pick stored, so it must change nothing before its last pick.
"""

from functools import cache
from typing import Final

from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import is_object
from rules.epic.battle import removal  # noqa: F401 - its row
from rules.epic.board.damage import are_state_checks_due, break_champions, gain_health, run_state_checks
from rules.epic.cards.printed import Path, PrintedCard
from rules.epic.effects import AtEndOfTurn, Instruction, May, Nesting, Target, Targets
from rules.epic.instructions import (  # noqa: F401 - importing registers the instructions
    choices,
    conditions,
    control,
    core,
    discards,
    player_instructions,
    sacrifices,
)
from rules.epic.instructions.choices import iter_picks
from rules.epic.interpretation_options import TRIBUTE_TARGETS, WHEN_BROKEN
from rules.epic.multiplayer.reach import log_out_of_reach
from rules.epic.plays import free_plays  # noqa: F401 - its row
from rules.epic.selection.candidates import Pick, all_candidates, explain_no_candidates
from rules.epic.selection.evaluation import PickPending, apply_pick, decision_kind
from rules.epic.state import EpicState, Frame, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.display_names import display_name
from rules.epic.state.frame_data import DoomData, RighteousData
from rules.epic.state.frames import INSTRUCTIONS, return_data, text_card
from rules.epic.state.log import log_event

EXECUTE: Final = INSTRUCTIONS.executors


def run_effects(state: EpicState, frame: TextFrame) -> None:
    """Execute the next instruction of a text, or end the text after its last one."""
    instructions = text_card(state, frame).instructions(frame.data["path"])
    if frame.index < len(instructions):
        state.cause = frame.cause
        instruction = instructions[frame.index]
        try:
            EXECUTE[type(instruction)](state, frame, instruction)
        except PickPending:
            return
        if state.pending is not None:
            return
        if state.variant.neighbours:
            log_out_of_reach(state, frame, instruction)
        run_state_checks(state)
        done = frame.index >= len(instructions) and state.phase != "over"
        if not done or not state.frames or state.frames[-1] is not frame:
            # More instructions follow, another frame runs first, or the game is over.
            return
    _finish_text(state, frame)


def _finish_text(state: EpicState, frame: TextFrame) -> None:
    """Pop the frame of a finished text and pass its picks to the enclosing text."""
    state.finish(frame)
    if state.frames and _contains_text(state.frames[-1], frame):
        return_data(frame, state.frames[-1])
    if are_state_checks_due(state) and state.options[WHEN_BROKEN]:
        run_state_checks(state)


def _contains_text(outer: TextFrame, inner: TextFrame) -> bool:
    """Return True if ``inner`` is nested in ``outer`` for the same player."""
    return outer.kind == "effects" and len(inner.data["path"]) > 2 and outer.data["path"] == inner.data["path"][:-2]


def run_tribute(state: EpicState, frame: TextFrame) -> None:
    """Start a tribute, unless it requires targets and has none (5.6.2, I-51)."""
    card, path = text_card(state, frame), frame.data["path"]
    picks = _required_targets(card, path)
    if picks and not any(all_candidates(state, frame, pick) for pick in picks):
        state.cause = frame.cause
        if state.options[TRIBUTE_TARGETS]:
            log_event(state, "tribute-goes-on", (frame.controller, frame.source), ("3.2.3c", "I-51"))
            frame.kind = "effects"
            return
        kind = "may" if isinstance(card.instructions(path)[0], May) else "target"
        decision = Decision(frame.controller, kind, source=frame.source, rules=("5.6.2", "I-51"))
        report_automatic_decision(state, decision, lambda: _no_target_violation(state, frame, picks[0]))
        state.finish(frame)
        log_event(state, "no-tribute", (frame.controller, frame.source), ("5.6.2", "I-51"))
        return
    frame.kind = "effects"


def _no_target_violation(state: EpicState, frame: TextFrame, pick: Pick) -> Violation:
    message = f"The tribute of {display_name(state, frame.source)} has no legal target and does not apply (I-51)"
    return Violation("5.6.2", f"{message}: {explain_no_candidates(state, frame, pick)}.")


@cache
def _required_targets(card: PrintedCard, path: Path) -> list[Pick]:
    """Return the target picks of the instructions at ``path``."""
    return [pick for effect in card.instructions(path) for pick in _targets(effect)]


def pending_picks(state: EpicState, frame: TextFrame, kind: str) -> list[Pick]:
    """Return the picks of kind ``kind`` that the current instruction may ask for."""
    if frame.kind == "tribute":
        return _required_targets(text_card(state, frame), frame.data["path"])
    if frame.kind != "effects":
        return []
    return [pick for pick in iter_picks(current_instruction(state, frame)) if decision_kind(pick) == kind]


def _targets(instruction: Instruction) -> list[Pick]:
    if isinstance(instruction, Nesting) and not isinstance(instruction, AtEndOfTurn):
        return [pick for branch in instruction.branches for inner in branch for pick in _targets(inner)]
    return [
        pick
        for pick in iter_picks(instruction)
        if isinstance(pick, Target) or (isinstance(pick, Targets) and pick.least)
    ]


def run_righteous(state: EpicState, frame: Frame[RighteousData]) -> None:
    """Add the health for damage dealt by righteous champions (5.13, I-92)."""
    state.finish(frame)
    state.cause = frame.cause
    gain_health(state, frame.controller, frame.data["gain"], ("5.13.1", "5.13.3", "I-92", "I-106"))


def run_break_at_end(state: EpicState, frame: Frame[DoomData]) -> None:
    """Break champions that a text marked to break at end of turn (4.5.2a, I-52).

    Champions that left play in the meantime are skipped.
    """
    state.finish(frame)
    state.cause = frame.cause
    doomed = [champion for oid in frame.data["doomed"] if is_object(oid) and (champion := state.find(oid))]
    break_champions(state, doomed, ("4.5.2a",))
    run_state_checks(state)


def dispatch_action(state: EpicState, action: Action) -> None:
    """Pass the action to the current instruction; by default store it as a pick."""
    decision = state.pending
    if decision is not None:
        takes = INSTRUCTIONS.handlers_of(type(current_instruction(state, state.frames[-1])))
        takes.get(decision.kind, apply_pick)(state, action)


def current_instruction(state: EpicState, frame: TextFrame) -> Instruction:
    """Return the current instruction of a text frame."""
    instructions: tuple[Instruction, ...] = text_card(state, frame).instructions(frame.data["path"])
    return instructions[frame.index]
