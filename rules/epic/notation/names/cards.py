"""Resolution of a name to a card.

It is a card of a zone, an unknown card, or a card that is not in the game.
"""

from collections.abc import Callable, Sequence

from rules.decks import abbreviations
from rules.engine.decision import AmbiguousActionError, InvalidActionError
from rules.epic.cards.game_cards import GameCards
from rules.epic.engine import ENGINE, NotYetError
from rules.epic.notation.names import references
from rules.epic.notation.names.references import Universe, all_but_players, find, found_in
from rules.epic.state import EpicState
from rules.epic.state.unknown_cards import is_unknown
from rules.notation.references import MAX_CHOICES
from rules.notation.references import is_unknown as is_unknown_name


def is_card_name(cards: GameCards, text: str) -> bool:
    """Return True if ``text`` is the name of a card, or a short form of one."""
    return cards.catalogue.find(text) is not None or bool(abbreviations.expand(text, cards.catalogue.names))


def find_card(
    state: EpicState,
    zone: Sequence[int],
    seat: int,
    name: str,
    used: Sequence[int],
    anywhere: Universe = all_but_players,
) -> int:
    """Return the card of a zone that ``name`` means.

    If no known card fits, name an unknown one. A name that fits no card of the zone is looked up in ``anywhere``.
    """
    remaining = [cid for cid in zone if cid not in used]
    full_matches = references.plainly(state, name, remaining)
    if full_matches and full_matches[0] in state.owners and len({state.owners.get(cid) for cid in full_matches}) == 1:
        # Cards of one name in one zone of one owner are interchangeable.
        return min(full_matches)
    matches = references.matches(state, name, remaining)
    if matches:
        return references.the_one(state, name, matches, remaining)
    unknown = name_unknown(state, remaining, name)
    if unknown is not None:
        return unknown
    if is_unknown_name(name):
        # One copy more than there are: the legality check reports the number.
        return ENGINE.add_card(state, seat)
    owned = [cid for cid, owner in state.owners.items() if owner == seat and cid not in remaining]
    elsewhere = references.matches(state, name, [cid for cid in owned if cid not in used])
    if len({each.name for each in elsewhere}) == 1:
        # The card is not in the zone, so it does not matter which of its copies elsewhere was meant.
        return elsewhere[0].ref
    return find_or_add(state, seat, name, remaining, owned, anywhere, used=used)


def name_unknown(state: EpicState, zone: Sequence[int], name: str, fits: Callable[[str], bool] = bool) -> int | None:
    """Give ``name`` to the first unknown card of a zone that fits, and return it.

    Returns ``None`` if there is no such card. Only cards for which ``fits`` returns True are considered.

    Raises:
        InvalidActionError: the engine cannot play the card of this name.
        AmbiguousActionError: as in ``find_deck_card``.
    """
    for owner, bare_name, _, _ in references.readings(state, name):
        unknown = [cid for cid in zone if is_unknown(state, cid) and owner in (None, state.owners[cid])]
        owners = dict.fromkeys(state.owners[cid] for cid in unknown)
        full = {seat: find_deck_card(state, seat, bare_name, fits) for seat in owners}
        for cid in unknown:
            if name_card(state, cid, full[state.owners[cid]]):
                return cid
    return None


def find_deck_card(state: EpicState, seat: int, name: str, fits: Callable[[str], bool] = bool) -> str:
    """Return the name of the card in a deck that ``name`` means.

    The deck is that of ``seat``. Empty if there is none. A full name is accepted whether it is in the decklist or not.
    A shortened name must fit exactly one card of the decklist, or of all deck cards if there is no decklist.

    Raises:
        AmbiguousActionError: the shortened name fits several cards.
    """
    name = references.without_article(state.cards, name)
    match = state.cards.catalogue.find(name)
    if match is not None:
        return match.card.name if match.card.is_deck_card and fits(match.card.name) else ""
    if is_unknown_name(name):
        return ""
    singular = state.cards.catalogue.find(name[:-1]) if name.casefold().endswith("s") else None
    if singular is not None:
        return find_deck_card(state, seat, singular.card.name, fits)
    decklist = state.lists[seat]
    names = state.cards.deck_cards if decklist is None else tuple(dict.fromkeys(decklist))
    fitting = abbreviations.expand(name, filter(fits, names))
    if len(fitting) > 1:
        raise AmbiguousActionError(name, fitting[:MAX_CHOICES])
    return fitting[0] if fitting else ""


def name_card(state: EpicState, cid: int, name: str) -> bool:
    """Name the unknown card ``cid``.

    Return False if its owner's decklist has no copy left.

    Raises:
        InvalidActionError: the engine cannot play the card of this name.
    """
    if not name or not ENGINE.can_be(state, cid, name):
        return False
    try:
        ENGINE.bind(state, cid, name)
    except NotYetError as error:
        raise InvalidActionError(str(error)) from None
    return True


def find_or_add(
    state: EpicState, seat: int, name: str, first: Sequence[int], *further: Universe, used: Sequence[int] = ()
) -> int:
    """Return the object that ``name`` means.

    If there is none, a card is added to the game. An added card lets the legality check report that the card is not
    there. The same applies to one more copy than there are. If nothing in ``first`` fits and several objects in
    ``further`` do, any of them is returned, because none is a legal choice.

    Raises:
        InvalidActionError: no card has this name. AmbiguousActionError: it fits several objects of ``first``.
    """
    ref = found_in(state, name, (first,), used)
    if ref is None:
        ref = find_any(state, name, further, used)
    bare_name = references.without_article(state.cards, name)
    match = state.cards.catalogue.find(bare_name) or state.cards.catalogue.find(bare_name.removesuffix("s"))
    if match is None:
        return find(state, name, first, used=used) if ref is None else ref
    return ENGINE.add_card(state, max(seat, 0), match.card.name) if ref is None else ref


def find_any(state: EpicState, name: str, universes: Sequence[Universe], used: Sequence[int]) -> int | None:
    """Return the object that ``name`` means in the first universe with a match.

    The first of several objects.
    """
    for candidates in universes:
        universe = [ref for ref in (candidates(state) if callable(candidates) else candidates) if ref not in used]
        try:
            match = found_in(state, name, (universe,), ())
        except AmbiguousActionError:
            return references.matches(state, name, universe)[0].ref
        if match is not None:
            return match
    return None
