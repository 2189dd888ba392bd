"""Cards without a name, and what is undetermined because of them."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from rules.engine.decision import Decision, UndeterminedError
from rules.epic.cards.printed import UNKNOWN, PrintedCard
from rules.epic.state.model import EpicState

NEWLY_NAMED: Final = "named"
"""Detail key of a decision: a candidate that was named after the decision was asked."""


class DependsOnUnknownCardError(UndeterminedError):
    """Legality or an amount depends on a card whose name is unknown."""


class UnnamedCardError(UndeterminedError):
    """No action is possible until an unknown card is named."""


def is_unknown(state: EpicState, ref: int) -> bool:
    """Return True if ``ref`` is a card whose name is unknown."""
    return state.table.get(ref) is UNKNOWN


def exclude_unknown(state: EpicState, refs: Iterable[int]) -> tuple[int, ...]:
    """Return ``refs`` without unknown cards, which must be named before a reveal."""
    table = state.table
    return tuple([ref for ref in refs if table.get(ref) is not UNKNOWN])


def remaining_copies(state: EpicState, owner: int) -> list[PrintedCard] | None:
    """Return the decklist of ``owner`` without the named cards, ``None`` if unknown.

    Every unknown card is one of them.
    """
    decklist = state.lists[owner]
    if decklist is None:
        return None
    remaining = Counter(decklist)
    remaining.subtract(state.table[cid].name for cid, card_owner in state.owners.items() if card_owner == owner)
    return [state.cards.printed(state.cards.printing_label(name, state.choices)) for name in (+remaining).elements()]


def could_be(state: EpicState, cid: int, fits: Callable[[PrintedCard], bool]) -> bool:
    """Return True if the unknown card ``cid`` could be a card accepted by ``fits``."""
    remaining = remaining_copies(state, state.owners[cid])
    return remaining is None or any(map(fits, remaining))


def mark_named(decision: Decision, cid: int) -> Decision:
    """Return ``decision`` with a note that candidate ``cid`` has been named."""
    changed = {name: getattr(decision, name) for name in Decision.PARTS}
    return Decision(**{**changed, "detail": (*decision.detail, (NEWLY_NAMED, cid))})


def newly_named(decision: Decision) -> tuple[int, ...]:
    """Return the candidates that have been named since the decision was asked."""
    return tuple(int(value) for name, value in decision.detail if name == NEWLY_NAMED)
