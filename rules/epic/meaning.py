"""What a name in a record means: a card of a zone, known or not yet named, or one that is nowhere in the game."""

from collections.abc import Sequence

from rules.engine.decision import InvalidAnswerError
from rules.epic import referring
from rules.epic.cards import CATALOGUE
from rules.epic.engine import ENGINE, NotYetError
from rules.epic.printed import UNKNOWN_NAME
from rules.epic.referring import everything, find
from rules.epic.state import EpicState


def card_in(state: EpicState, zone: Sequence[int], seat: int, name: str, used: Sequence[int]) -> int:
    """Return the card of a zone that ``name`` means; an unknown one is named by it when no known one fits."""
    left = [cid for cid in zone if cid not in used]
    if referring.matches(state, name, left):
        return find(state, name, left)
    unknown = name_unknown(state, left, name)
    if unknown is not None:
        return unknown
    if referring.is_unknown(name):
        # One more than there are: the checker says how many there may be.
        return ENGINE.add_card(state, seat)
    owned = [cid for cid, owner in state.owners.items() if owner == seat and cid not in left]
    return meant(state, seat, name, left, owned, everything(state), used=used)


def name_unknown(state: EpicState, zone: Sequence[int], name: str) -> int | None:
    """Give ``name`` to the first unknown card of a zone that it can be, and return that card; ``None`` without one.

    Raises:
        InvalidAnswerError: the engine cannot play the card that it would be.
    """
    for owner, bare, _, _ in referring.readings(state, name):
        known = CATALOGUE.find(bare)
        if known is None or not known.card.is_deck_card:
            continue
        for cid in zone:
            mine = state.table[cid].name == UNKNOWN_NAME and owner in (None, state.owners[cid])
            if mine and ENGINE.can_be(state, cid, known.card.name):
                try:
                    ENGINE.bind(state, cid, known.card.name)
                except NotYetError as error:
                    raise InvalidAnswerError(str(error)) from None
                return cid
    return None


def meant(state: EpicState, seat: int, name: str, *universes: Sequence[int], used: Sequence[int] = ()) -> int:
    """Return what ``name`` means; a card that is nowhere in this game is still a card, for the checker to miss.

    So is one more of a card than there are.
    """
    known = CATALOGUE.find(name)
    left = [[ref for ref in universe if ref not in used] for universe in universes]
    if known is None or any(referring.matches(state, name, universe) for universe in left):
        return find(state, name, *universes, used=used)
    return ENGINE.add_card(state, max(seat, 0), known.card.name)
