"""What a name in a record means: a card of a zone, known or not yet named, or one that is nowhere in the game."""

from collections.abc import Callable, Sequence

from rules.decks import abbreviations
from rules.engine.decision import AmbiguousActionError, InvalidActionError
from rules.epic.cards.game_cards import GameCards
from rules.epic.engine import ENGINE, NotYetError
from rules.epic.notation.names import references
from rules.epic.notation.names.references import Universe, all_but_players, find, found_in
from rules.epic.state import EpicState
from rules.epic.state.unknown_cards import is_unknown
from rules.notation.references import MOST_CHOICES
from rules.notation.references import is_unknown as is_unknown_name


def is_card_name(cards: GameCards, text: str) -> bool:
    """Return True if ``text`` is the name of a card, or a short form of one."""
    return cards.catalogue.find(text) is not None or bool(abbreviations.expand(text, cards.catalogue.names))


def card_in(
    state: EpicState,
    zone: Sequence[int],
    seat: int,
    name: str,
    used: Sequence[int],
    anywhere: Universe = all_but_players,
) -> int:
    """Return the card of a zone that ``name`` means; an unknown one is named by it when no known one fits.

    What fits none of them is looked for ``anywhere``.
    """
    left = [cid for cid in zone if cid not in used]
    plain = references.plainly(state, name, left)
    if plain and plain[0] in state.owners and len({state.owners.get(cid) for cid in plain}) == 1:
        # Cards of one name in one zone of one owner are interchangeable.
        return min(plain)
    found = references.matches(state, name, left)
    if found:
        return references.the_one(state, name, found, left)
    unknown = name_unknown(state, left, name)
    if unknown is not None:
        return unknown
    if is_unknown_name(name):
        # One more than there are: the checker says how many there may be.
        return ENGINE.add_card(state, seat)
    owned = [cid for cid, owner in state.owners.items() if owner == seat and cid not in left]
    elsewhere = references.matches(state, name, [cid for cid in owned if cid not in used])
    if len({each.name for each in elsewhere}) == 1:
        # It is not in the zone: which of its copies elsewhere was meant makes no difference.
        return elsewhere[0].ref
    return meant(state, seat, name, left, owned, anywhere, used=used)


def name_unknown(state: EpicState, zone: Sequence[int], name: str, fits: Callable[[str], bool] = bool) -> int | None:
    """Give ``name`` to the first unknown card of a zone that it can be, and return that card; ``None`` without one.

    Only the cards that ``fits`` says yes to can be meant.

    Raises:
        InvalidActionError: the engine cannot play the card that it would be. AmbiguousActionError: as
            ``card_of_list``.
    """
    for owner, bare, _, _ in references.readings(state, name):
        unknown = [cid for cid in zone if is_unknown(state, cid) and owner in (None, state.owners[cid])]
        owners = dict.fromkeys(state.owners[cid] for cid in unknown)
        full = {seat: card_of_list(state, seat, bare, fits) for seat in owners}
        for cid in unknown:
            if named(state, cid, full[state.owners[cid]]):
                return cid
    return None


def card_of_list(state: EpicState, seat: int, written: str, fits: Callable[[str], bool] = bool) -> str:
    """Return the name of the card that ``written`` means as one of the deck of ``seat``, empty when it means none.

    A whole name means itself, on the list or not. A shortened one has to fit one card of the decklist only, of all
    cards that decks are made of where there is no list.

    Raises:
        AmbiguousActionError: it fits several of them.
    """
    written = references.without_article(state.cards, written)
    known = state.cards.catalogue.find(written)
    if known is not None:
        return known.card.name if known.card.is_deck_card and fits(known.card.name) else ""
    if is_unknown_name(written):
        return ""
    singular = state.cards.catalogue.find(written[:-1]) if written.casefold().endswith("s") else None
    if singular is not None:
        return card_of_list(state, seat, singular.card.name, fits)
    decklist = state.lists[seat]
    names = state.cards.deck_cards if decklist is None else tuple(dict.fromkeys(decklist))
    fitting = abbreviations.expand(written, filter(fits, names))
    if len(fitting) > 1:
        raise AmbiguousActionError(written, fitting[:MOST_CHOICES])
    return fitting[0] if fitting else ""


def named(state: EpicState, cid: int, name: str) -> bool:
    """Name the unknown card ``cid`` and return whether that was possible: its owner's list has a copy left.

    Raises:
        InvalidActionError: the engine cannot play the card that it would be.
    """
    if not name or not ENGINE.can_be(state, cid, name):
        return False
    try:
        ENGINE.bind(state, cid, name)
    except NotYetError as error:
        raise InvalidActionError(str(error)) from None
    return True


def meant(
    state: EpicState, seat: int, name: str, first: Sequence[int], *further: Universe, used: Sequence[int] = ()
) -> int:
    """Return what ``name`` means; a card that is nowhere in this game is still a card, for the checker to miss.

    So is one more of a card than there are. What fits nothing of ``first`` and several things further on is any of
    them: none can be chosen, which is for the checker to say.

    Raises:
        InvalidActionError: no card is called so. AmbiguousActionError: it fits several of ``first``.
    """
    found = found_in(state, name, (first,), used)
    if found is None:
        found = whichever(state, name, further, used)
    bare = references.without_article(state.cards, name)
    known = state.cards.catalogue.find(bare) or state.cards.catalogue.find(bare.removesuffix("s"))
    if known is None:
        return find(state, name, first, used=used) if found is None else found
    return ENGINE.add_card(state, max(seat, 0), known.card.name) if found is None else found


def whichever(state: EpicState, name: str, universes: Sequence[Universe], used: Sequence[int]) -> int | None:
    """Return what ``name`` means in the first of ``universes`` where it means something, the first of several."""
    for where in universes:
        universe = [ref for ref in (where(state) if callable(where) else where) if ref not in used]
        try:
            found = found_in(state, name, (universe,), ())
        except AmbiguousActionError:
            return references.matches(state, name, universe)[0].ref
        if found is not None:
            return found
    return None
