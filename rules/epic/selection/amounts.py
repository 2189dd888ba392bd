"""Evaluation of amounts while an instruction is executed (I-121)."""

from rules.epic.board.continuous import count_qualifying
from rules.epic.effects import (
    Amount,
    Count,
    DamageSuffered,
    DefenseOf,
    Departed,
    OffenseOf,
    OwnHealth,
    Plus,
    Times,
    X,
)
from rules.epic.selection.evaluation import select_last_known, select_nested
from rules.epic.selection.last_known import departed_champions, last_known_values
from rules.epic.state import EpicState, TextFrame


def evaluate_amount(state: EpicState, frame: TextFrame, amount: Amount) -> int:
    """Return the current value of ``amount``, at least 0."""
    return amount if isinstance(amount, int) else max(0, _compute(state, frame, amount))


def _compute(state: EpicState, frame: TextFrame, amount: Amount) -> int:  # noqa: C901, PLR0911 - one line a kind
    match amount:
        case int():
            return amount
        case DamageSuffered():
            champion = state.find(frame.source)
            return champion.hurt if champion is not None else 0
        case Count():
            owners = None if amount.of is None else select_nested(state, frame, amount.of)
            return count_qualifying(state, amount, frame.controller, frame.source, owners)
        case OffenseOf(of):
            return sum(last_known_values(state, frame, ref)[0] for ref in select_last_known(state, frame, of))
        case DefenseOf(of):
            return sum(last_known_values(state, frame, ref)[1] for ref in select_last_known(state, frame, of))
        case Departed(route, of):
            players = None if of is None else select_nested(state, frame, of)
            return sum(
                gone[5] == route and (players is None or gone[1] in players) for gone in departed_champions(frame)
            )
        case X():
            return int(frame.data.get("number", 0))
        case OwnHealth():
            return state.teams[state.seats[frame.controller].team].health
        case Plus(parts):
            return sum(_compute(state, frame, part) for part in parts)
        case Times(factor, inner):
            return factor * _compute(state, frame, inner)
