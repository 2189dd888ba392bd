"""Log entries for players beyond the reach of an effect (I-119)."""

from collections.abc import Iterator

from rules.epic.board.continuous import champion_qualifies
from rules.epic.effects import ActivePlayer, All, EachKeepsOne, Instruction, Players, Union, What, Whose
from rules.epic.players.seats import is_in_reach
from rules.epic.selection.evaluation import SELECTOR_FIELDS
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.log import log_event


def log_out_of_reach(state: EpicState, frame: TextFrame, instruction: Instruction) -> None:
    """Log each player that an instruction would affect but does not reach."""
    wholes = [All()] if isinstance(instruction, EachKeepsOne) else list(_group_selectors(instruction))
    for number, seat in enumerate(state.seats) if wholes else ():
        if seat.out or is_in_reach(state, frame.controller, number):
            continue
        if any(_would_apply_to(state, frame, whole, number) for whole in wholes):
            args = (frame.controller, frame.source, number)
            log_event(state, "out-of-reach", args, (state.variant.rule, "I-119"))


def _group_selectors(instruction: Instruction) -> Iterator[Players | All | ActivePlayer]:
    for name in SELECTOR_FIELDS:
        selector = getattr(instruction, name, None)
        for part in selector.parts if isinstance(selector, Union) else (selector,):
            if isinstance(part, Players | All | ActivePlayer):
                yield part


def _would_apply_to(state: EpicState, frame: TextFrame, whole: Players | All | ActivePlayer, seat: int) -> bool:
    """Return whether the selector would apply to ``seat`` if it were in reach."""
    if isinstance(whole, ActivePlayer):
        return seat == state.turn
    if isinstance(whole, Players):
        return whole.whose is not Whose.OWN
    return (
        whole.of is None
        and whole.what is What.CHAMPION
        and any(
            champion_qualifies(state, whole.where, frame.controller, frame.source, each)
            for each in state.seats[seat].champions
        )
    )
