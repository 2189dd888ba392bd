"""Conditional instructions and the evaluation of their conditions."""

from typing import Final

from rules.engine.decision import Action, Violation, detail
from rules.engine.ids import is_object, is_seat
from rules.epic.board.continuous import are_opponents, card_qualifies, champion_qualifies
from rules.epic.board.filters import is_attacking_before_blocks
from rules.epic.effects import (
    AllAre,
    AtLeast,
    Attacked,
    Condition,
    Filter,
    FirstOne,
    HealthAtLeast,
    If,
    Is,
    Picked,
    PlayedOne,
    Recycle,
    TurnOf,
    Whose,
)
from rules.epic.instructions import choices
from rules.epic.instructions.player_instructions import is_health_reached
from rules.epic.selection.amounts import evaluate_amount
from rules.epic.selection.evaluation import apply_pick, select
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction, push_nested
from rules.epic.state.log import log_event


def is_condition_met(state: EpicState, frame: TextFrame, condition: Condition) -> bool:  # noqa: PLR0911 - one line a condition
    """Return True if ``condition`` is met for the text of ``frame``."""
    match condition:
        case PlayedOne(alignment):
            return alignment in state.seats[frame.controller].ones_played
        case AllAre(what, where, count):
            refs = select(state, frame, what)
            return len(refs) >= count and all(_reference_qualifies(state, frame, where, ref) for ref in refs)
        case FirstOne():
            # A text that was not started by playing a card comes after all plays so far.
            return not frame.data.get("earlier", len(state.seats[frame.controller].ones_played))
        case HealthAtLeast():
            return is_health_reached(state, frame, condition)
        case TurnOf(whose):
            return whose is Whose.ANY or (whose is Whose.OPPOSING) == are_opponents(state, frame.controller, state.turn)
        case Attacked():
            # A team is attacked as one, so every member is a defender (1.2[1]).
            return state.defender >= 0 and not are_opponents(state, frame.controller, state.defender)
        case AtLeast(amount, least):
            return evaluate_amount(state, frame, amount) >= least
        case Is(Picked(), where):
            # A picked champion may have left play; test it as a card.
            return any(_reference_qualifies(state, frame, where, ref) for ref in frame.data.get("picked", ()))
        case Is(what, where):
            return any(_reference_qualifies(state, frame, where, ref) for ref in select(state, frame, what))


def _reference_qualifies(state: EpicState, frame: TextFrame, card_filter: Filter, ref: int) -> bool:
    if is_seat(ref):
        return card_filter.whose is Whose.ANY or (card_filter.whose is Whose.OPPOSING) == are_opponents(
            state, frame.controller, ref
        )
    champion = state.find(ref) if is_object(ref) else None
    if champion is not None:
        return champion_qualifies(state, card_filter, frame.controller, frame.source, champion)
    return card_qualifies(state, card_filter, frame.controller, frame.source, state.card_of(ref))


@INSTRUCTIONS.executes(If)
def execute_if(state: EpicState, frame: TextFrame, node: If) -> None:
    """Continue with the instructions that the condition selects."""
    index = frame.index
    holding = is_condition_met(state, frame, node.condition)
    if not holding:
        # Report before the frame advances, so that the observer gets this instruction as the current one.
        _report_skipped(state, frame, node)
    early = find_unblocked_early(state, frame, node.condition)
    complete_instruction(frame)
    if holding:
        if early:
            log_event(state, "unblocked", (frame.controller, frame.source, *early), UNBLOCKED_RULES)
        push_nested(state, frame, index)
        return
    rules = (*If.RULES, *UNBLOCKED_RULES) if early else If.RULES
    log_event(state, "condition-fails", (frame.controller, frame.source), rules)
    if node.otherwise:
        push_nested(state, frame, index, 1)


UNBLOCKED_RULES: Final = ("4.4.6[2]", "I-155")
"""Citations for whether an attacker is unblocked before blocks."""


def find_unblocked_early(state: EpicState, frame: TextFrame, condition: Condition) -> list[int]:
    """Return picked attackers whose unblocked status depends on the option of I-155."""
    if not isinstance(condition, Is) or not condition.where.unblocked:
        return []
    picks = frame.data.get("picked", ()) if isinstance(condition.what, Picked) else ()
    champions = [state.find(ref) for ref in picks if is_object(ref)]
    return [each.oid for each in champions if each is not None and is_attacking_before_blocks(state, each)]


@INSTRUCTIONS.handles_action(If, "choose")
def apply_condition_pick(state: EpicState, action: Action) -> None:
    """Store a pick that the condition needs, or a recycle choice from an observer."""
    recycles = state.pending is not None and detail(state.pending, "recycle")
    (choices.apply_recycle if recycles else apply_pick)(state, action)


def _report_skipped(state: EpicState, frame: TextFrame, node: If) -> None:
    """Report the decisions that are skipped because the condition is not met."""
    for inner in node.effects:
        if isinstance(inner, Recycle):
            report_automatic_decision(
                state, choices.recycle_decision(state, frame), lambda: _unmet_violation(state, frame, node.condition)
            )


def _unmet_violation(state: EpicState, frame: TextFrame, condition: Condition) -> Violation:
    source = display_name(state, frame.source)
    if isinstance(condition, PlayedOne):
        requirement = f"{source} asks for a 1-cost {condition.alignment} card played this turn"
        return Violation("3.2.3", f"{requirement}, and {player_name(state, frame.controller)} has played none.")
    return Violation("3.2.3", f"The condition on {source} does not hold.")
