"""The rules that make a pick mandatory and restrict its candidates."""

from typing import Final

from rules.engine.decision import Decision
from rules.epic.effects import Ally, JoinBattle, OnPlay, Tribute
from rules.epic.state import EpicState
from rules.epic.state.frames import text_card

INSTRUCTION_RULE: Final = "3.2.3"
"""The rule that instructions are executed, if no specific rule applies."""


def mandatory_pick_rule(state: EpicState, decision: Decision) -> str:
    """Return the rule by which a pick with candidates cannot be declined."""
    if state.frames[-1].kind == "cost":
        return "3.5.3"
    ability = text_card(state, state.frames[-1]).ability(state.frames[-1].data["path"][0])
    if isinstance(ability, Tribute):
        return "5.6.3"
    if isinstance(ability, Ally):
        return "5.18.3"
    if isinstance(ability, OnPlay):
        return "5.20.7" if decision.kind == "target" else "3.2.3c"
    return INSTRUCTION_RULE


def choice_rule(state: EpicState, decision: Decision) -> str:
    """Return the rule that restricts an untargeted choice."""
    frame = state.frames[-1]
    # The champion to join is picked by an earlier instruction.
    rest = text_card(state, frame).instructions(frame.data["path"])[frame.index :]
    if any(isinstance(instruction, JoinBattle) for instruction in rest):
        source = state.find(decision.source)
        return "4.4.6[1]" if source is not None and source.blocking else "4.4.1"
    return INSTRUCTION_RULE
