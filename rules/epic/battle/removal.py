"""Removing champions from a battle in progress (4.4.12, I-77)."""

from rules.engine.ids import is_object
from rules.epic.board.continuous import invalidate_static_values
from rules.epic.effects import RemoveFromBattle
from rules.epic.selection.evaluation import select
from rules.epic.state import Champion, EpicState, TextFrame
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.state.log import log_event


@INSTRUCTIONS.executes(RemoveFromBattle)
def remove_from_battle(state: EpicState, frame: TextFrame, node: RemoveFromBattle) -> None:
    """Execute ``RemoveFromBattle`` and store the champions that it removed."""
    removed = []
    for ref in select(state, frame, node.who):
        champion = state.find(ref) if is_object(ref) else None
        if champion is not None and leave_battle(state, champion, node.RULES):
            removed.append(ref)
    complete_instruction(frame, removed)


def leave_battle(state: EpicState, champion: Champion, rules: tuple[str, ...]) -> bool:
    """Remove ``champion`` from the battle; return whether it was in one."""
    if not (champion.attacking or champion.blocking):
        return False
    champion.attacking = champion.blocking = False
    invalidate_static_values(state)
    log_event(state, "leave-battle", (champion.controller, champion.oid), rules)
    return True
