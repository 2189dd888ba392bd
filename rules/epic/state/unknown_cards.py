"""Cards that nobody has named yet, and what cannot be said because of them."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from rules.engine.decision import Decision, UndeterminedError
from rules.epic.cards.printed import UNKNOWN, PrintedCard
from rules.epic.state.model import EpicState

NEWLY_NAMED: Final = "named"
"""In the detail of a decision: a card among its candidates that has got its name since it was asked."""


class DependsOnUnknownCardError(UndeterminedError):
    """Whether an answer is legal, or how much happens, hangs on an unknown card that nobody has named."""


class UnnamedCardError(UndeterminedError):
    """No answer is possible before an unknown card is named."""


def is_unknown(state: EpicState, ref: int) -> bool:
    """Whether ``ref`` is a card that nobody has named."""
    return state.table.get(ref) is UNKNOWN


def exclude_unknown(state: EpicState, refs: Iterable[int]) -> tuple[int, ...]:
    """Return ``refs`` without the unknown cards: those have to be named before they are shown."""
    table = state.table
    return tuple([ref for ref in refs if table.get(ref) is not UNKNOWN])


def remaining_copies(state: EpicState, owner: int) -> list[PrintedCard] | None:
    """Return the copies of the decklist of ``owner`` that no named card is; ``None`` where nobody knows the list.

    An unknown card is one of them.
    """
    decklist = state.lists[owner]
    if decklist is None:
        return None
    left = Counter(decklist)
    left.subtract(state.table[cid].name for cid, whose in state.owners.items() if whose == owner)
    return [state.cards.printed(state.cards.as_printed(name, state.choices)) for name in (+left).elements()]


def could_be(state: EpicState, cid: int, fits: Callable[[PrintedCard], bool]) -> bool:
    """Whether the unknown card ``cid`` may be one that ``fits``."""
    left = remaining_copies(state, state.owners[cid])
    return left is None or any(map(fits, left))


def mark_named(decision: Decision, cid: int) -> Decision:
    """Return ``decision`` with a note that its candidate ``cid`` has got its name."""
    changed = {name: getattr(decision, name) for name in Decision.PARTS}
    return Decision(**{**changed, "detail": (*decision.detail, (NEWLY_NAMED, cid))})


def newly_named(decision: Decision) -> tuple[int, ...]:
    """Return the candidates of ``decision`` that have got their names since it was asked."""
    return tuple(int(value) for name, value in decision.detail if name == NEWLY_NAMED)
