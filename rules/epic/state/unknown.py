"""Cards that nobody has named yet, and what cannot be said because of them."""

from collections import Counter
from collections.abc import Callable

from rules.engine.decision import UndeterminedError
from rules.engine.ids import is_card
from rules.epic.cards.printed import UNKNOWN_NAME, Printed, as_printed, printed
from rules.epic.state.model import EpicState


class UnknownDecidesError(UndeterminedError):
    """Whether an answer is legal, or how much happens, hangs on an unknown card that nobody has named."""


def is_unknown(state: EpicState, ref: int) -> bool:
    """Whether ``ref`` is a card that nobody has named."""
    return is_card(ref) and state.table[ref].name == UNKNOWN_NAME


def left_on_list(state: EpicState, owner: int) -> list[Printed] | None:
    """Return the copies of the decklist of ``owner`` that no named card is; ``None`` where nobody knows the list.

    An unknown card is one of them.
    """
    decklist = state.lists[owner]
    if decklist is None:
        return None
    left = Counter(decklist)
    left.subtract(state.table[cid].name for cid, whose in state.owners.items() if whose == owner)
    return [printed(as_printed(name, state.choices)) for name in (+left).elements()]


def may_be(state: EpicState, cid: int, fits: Callable[[Printed], bool]) -> bool:
    """Whether the unknown card ``cid`` may be one that ``fits``."""
    left = left_on_list(state, state.owners[cid])
    return left is None or any(map(fits, left))
