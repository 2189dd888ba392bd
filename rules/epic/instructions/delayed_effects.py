"""Effects delayed until the end of the turn (4.5.2a)."""

from rules.epic.effects import AtEndOfTurn
from rules.epic.selection.evaluation import select
from rules.epic.state import DELAYED, EpicState, TextFrame, Trigger
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction, inherit_data
from rules.epic.state.log import log_event


@INSTRUCTIONS.executes(AtEndOfTurn)
def execute_at_end_of_turn(state: EpicState, frame: TextFrame, node: AtEndOfTurn) -> None:
    """Add a trigger for the end of the turn; the object "that" is picked now."""
    data = inherit_data(frame, (*frame.data["path"], frame.index, 0))
    if node.that is not None:
        data["that"] = tuple(select(state, frame, node.that))
    seq = log_event(state, "set-for-end", (frame.controller, frame.source), node.RULES)
    cid = state.card_of(frame.source)
    state.delayed.append(Trigger(frame.controller, frame.source, cid, DELAYED, data, seq))
    complete_instruction(frame)
