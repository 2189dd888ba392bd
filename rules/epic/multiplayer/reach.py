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
        if any(_would_apply_to(state, frame, selector, number) for selector in wholes):
            args = (frame.controller, frame.source, number)
            log_event(state, "out-of-reach", args, (state.variant.rule, "I-119"))


def _group_selectors(instruction: Instruction) -> Iterator[Players | All | ActivePlayer]:
    for name in SELECTOR_FIELDS:
        selector = getattr(instruction, name, None)
        for part in selector.parts if isinstance(selector, Union) else (selector,):
            if isinstance(part, Players | All | ActivePlayer):
                yield part


def _would_apply_to(state: EpicState, frame: TextFrame, selector: Players | All | ActivePlayer, seat: int) -> bool:
    """Return True if the selector would apply to ``seat`` if it were in reach."""
    if isinstance(selector, ActivePlayer):
        return seat == state.turn
    if isinstance(selector, Players):
        return selector.whose is not Whose.OWN
    return (
        selector.of is None
        and selector.what is What.CHAMPION
        and any(
            champion_qualifies(state, selector.where, frame.controller, frame.source, champion)
            for champion in state.seats[seat].champions
        )
    )
