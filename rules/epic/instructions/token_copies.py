"""Tokens that are copies of champions (2.3.6, I-73)."""

from rules.engine.ids import FIRST_TOKEN_KIND
from rules.epic.board.zones import enter_play
from rules.epic.cards.printed import token_copy
from rules.epic.effects import CreateCopy
from rules.epic.selection.evaluation import select
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction


@INSTRUCTIONS.executes(CreateCopy)
def execute_create_copy(state: EpicState, frame: TextFrame, node: CreateCopy) -> None:
    """Put a token copy of each selected champion into play for the controller."""
    kinds = [_find_copy_kind(state, ref) for ref in select(state, frame, node.of)]
    complete_instruction(frame, [enter_play(state, kind, frame.controller, node.RULES).oid for kind in kinds])


def _find_copy_kind(state: EpicState, ref: int) -> int:
    """Return the token kind that copies ``ref``, adding it to the game if new."""
    copy = token_copy(state.printed_of(ref))
    kinds = {cid: card for cid, card in state.table.items() if cid >= FIRST_TOKEN_KIND}
    same = [cid for cid, card in kinds.items() if card.card == copy.card]
    if same:
        return same[0]
    kind = 1 + max(kinds)
    state.table = {**state.table, kind: copy}
    return kind
