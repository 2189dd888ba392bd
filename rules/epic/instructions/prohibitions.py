"""Prohibitions on players for the rest of the turn."""

from rules.engine.ids import is_seat
from rules.epic.effects import ForbidThisTurn
from rules.epic.selection.evaluation import select
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.state.log import log_event


@INSTRUCTIONS.executes(ForbidThisTurn)
def execute_forbid_this_turn(state: EpicState, frame: TextFrame, node: ForbidThisTurn) -> None:
    """Impose a ban on the selected players for the rest of this turn."""
    for seat in select(state, frame, node.who):
        if is_seat(seat):
            if node.ban not in state.seats[seat].bans:
                state.seats[seat].bans += (str(node.ban),)
            log_event(state, "forbid", (seat, str(node.ban)), ("3.2.3", "4.5.2d"))
    complete_instruction(frame)
