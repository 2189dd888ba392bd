"""Cards that cannot be told apart, and which of them stands for the others: mostly that of the lowest number.

Cards of one name in one zone of one owner cannot be told apart at a table, so a record does not tell them apart
either; replaying it must give the same game down to the card numbers.
"""

from collections.abc import Iterable, Sequence

from rules.engine.ids import is_card
from rules.epic.state import EpicState


def rank_by_preference(state: EpicState, refs: Iterable[int], seat: int) -> list[int]:
    """Return references in the order in which one stands for others where ``seat`` picks (``passed_over``)."""
    if state.broken:
        return sorted(refs, key=lambda ref: (is_less_preferred(state, ref, seat), ref))
    return sorted(refs)


def is_less_preferred(state: EpicState, ref: int, seat: int) -> bool:
    """Whether another card of the name of ``ref`` is rather meant where ``seat`` picks.

    What broke this turn can still come back (``Filter.broke_this_turn``): so one keeps one's own, and takes that of
    somebody else first.
    """
    return (ref in state.broken) == (is_card(ref) and state.owners.get(ref) == seat)


def preferred_copy(state: EpicState, ref: int, candidates: Iterable[int], seat: int) -> int:
    """Return which of ``candidates`` stands for ``ref`` where ``seat`` picks: the same name and owner, or ``ref``.

    It is the first as ``ranked``. What broke decides before the lowest number: numbers come from a game's history,
    which a described position does not tell.
    """
    if not is_card(ref) or ref not in state.owners:
        return ref
    table, owners = state.table, state.owners
    card, owner = table[ref], owners[ref]
    # Seats and objects have no card here, and kinds of tokens no owner, so a hit is a card.
    same = [each for each in candidates if table.get(each) is card and owners.get(each) == owner]
    fitting = [each for each in same if not is_less_preferred(state, each, seat)] if state.broken else ()
    return min(fitting or same, default=ref)


def preferred_copies(state: EpicState, refs: tuple[int, ...], zone: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return as many cards of the same names out of ``zone``, the lowest first, in the order of ``refs``."""
    if len(refs) == 1:
        return (preferred_copy(state, refs[0], zone, seat),) if refs[0] in zone else refs
    chosen: list[int] = []
    for ref in refs:
        left = [cid for cid in zone if cid not in chosen]
        chosen.append(preferred_copy(state, ref, left, seat) if ref in zone else ref)
    return tuple(chosen)
