"""Choice of one representative among interchangeable cards.

Players cannot distinguish cards of one name in one zone of one owner, so records do not either. Replaying a record
must give the same card numbers, so one copy, usually the one with the lowest number, always represents the others.
"""

from collections.abc import Iterable, Sequence

from rules.engine.ids import is_card
from rules.epic.state import EpicState


def rank_by_preference(state: EpicState, refs: Iterable[int], seat: int) -> list[int]:
    """Sort references so that the copy to use when ``seat`` picks comes first."""
    if state.broken:
        return sorted(refs, key=lambda ref: (is_less_preferred(state, ref, seat), ref))
    return sorted(refs)


def is_less_preferred(state: EpicState, ref: int, seat: int) -> bool:
    """Return True if another copy than ``ref`` should be used when ``seat`` picks.

    Cards that broke this turn may return to play (``Filter.broke_this_turn``), so a player uses other copies of their
    own cards first, but of an opponent's cards those that broke.
    """
    return (ref in state.broken) == (is_card(ref) and state.owners.get(ref) == seat)


def preferred_copy(state: EpicState, ref: int, candidates: Iterable[int], seat: int) -> int:
    """Return the candidate that represents all copies of ``ref`` of its owner.

    The order is that of ``rank_by_preference``. Whether a card broke this turn counts before its number, because
    numbers depend on the history of the game, which a described position does not have. Without a candidate of that
    name and owner, ``ref`` is returned.
    """
    if not is_card(ref) or ref not in state.owners:
        return ref
    table, owners = state.table, state.owners
    card, owner = table[ref], owners[ref]
    # Seats and objects are not in the table and token kinds have no owner, so every match is a card.
    same = [candidate for candidate in candidates if table.get(candidate) is card and owners.get(candidate) == owner]
    fitting = [each for each in same if not is_less_preferred(state, each, seat)] if state.broken else ()
    return min(fitting or same, default=ref)


def preferred_copies(state: EpicState, refs: tuple[int, ...], zone: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return the preferred copies in ``zone`` of the cards ``refs``, in their order."""
    if len(refs) == 1:
        return (preferred_copy(state, refs[0], zone, seat),) if refs[0] in zone else refs
    chosen: list[int] = []
    for ref in refs:
        remaining = [cid for cid in zone if cid not in chosen]
        chosen.append(preferred_copy(state, ref, remaining, seat) if ref in zone else ref)
    return tuple(chosen)
