"""Cards that nobody has named yet, and what cannot be said because of them."""

from rules.engine.decision import UndeterminedError
from rules.engine.ids import is_card
from rules.epic.printed import UNKNOWN_NAME
from rules.epic.state import EpicState


class UnknownDecidesError(UndeterminedError):
    """Whether an answer is legal, or how much happens, hangs on an unknown card that nobody has named."""


def is_unknown(state: EpicState, ref: int) -> bool:
    """Whether ``ref`` is a card that nobody has named."""
    return is_card(ref) and state.table[ref].name == UNKNOWN_NAME
