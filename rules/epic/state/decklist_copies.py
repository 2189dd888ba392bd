"""Locations of the copies in a decklist, and why an unknown card cannot be one.

The location of a copy is public once its name is known: it is or was face up, its player revealed or used it, or all
players saw it on its way to the bottom of the deck (1.4.7).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.engine.decision import Violation
from rules.engine.ids import is_card, is_seat
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.model import EpicState
from rules.epic.state.unknown_cards import is_unknown
from rules.notation.english import possessive

PLACES: Final = ("in play", "in hand", "resolving", "in the discard pile", "in the deck", "at the bottom of the deck")
_WORDS: Final = ("no", "one", "two", "three")


def explain_no_copy_left(state: EpicState, zone: Sequence[int], cid: int) -> str:
    """Return why no unknown card of ``zone`` can be another copy of ``cid``, or "".

    The text lists the copies in the decklist with their locations. It is empty if the zone has no unknown card of the
    owner, the decklist is unknown, or a copy is left.
    """
    owner = state.owners.get(cid, -1)
    if not any(is_unknown(state, other) and state.owners[other] == owner for other in zone):
        return ""
    decklist, name = state.lists[owner], state.table[cid].name
    if decklist is None:
        return ""
    places = _find_locations(state, owner, name)
    copies = decklist.count(name)
    if len(places) < copies:
        return ""
    text = f"{possessive(player_name(state, owner))} list has {copies or 'no'} {name}"
    if not copies:
        return text
    if copies == 1:
        return f"{text}; it is accounted for: {places[0]}"
    counted = Counter(places)
    locations = [f"{_number_word(counted[place])} {place}" for place in PLACES if counted[place]]
    return f"{text}; {'both' if copies == 2 else 'all'} are accounted for: {', '.join(locations)}"


def _number_word(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)


def _find_locations(state: EpicState, owner: int, name: str) -> list[str]:
    """Return a description of where each known copy of ``name`` of ``owner`` is."""
    return [
        place
        for cid, card_owner in state.owners.items()
        if card_owner == owner and state.table[cid].name == name and (place := _find_location(state, owner, cid))
    ]


def _find_location(state: EpicState, owner: int, cid: int) -> str:
    seat = state.seats[owner]
    if any(champion.cid == cid for other in state.seats for champion in other.champions):
        return "in play"
    if cid in seat.hand:
        return "in hand"
    if cid in seat.discard:
        return "in the discard pile"
    if any(cid in other.supplemental for other in state.seats):
        return "resolving"
    group = next((number for number, group in enumerate(seat.deck) if cid in group), -1)
    return "" if group < 0 else "at the bottom of the deck" if group else "in the deck"


def explain_token_gone(state: EpicState, ref: int) -> str:
    """Return a sentence saying that ``ref`` is a token that left play (2.3.5), or ""."""
    is_gone = not is_seat(ref) and state.printed_of(ref).is_token and state.find(ref) is None
    return "it is a token, which exists in play only" if is_gone else ""


def not_in_hand_violation(
    state: EpicState, seat: int, cid: int, rule: str, description: str = "", public: str = ""
) -> Violation:
    """Return the violation that ``cid`` is not in the hand of ``seat``.

    Args:
        state: the game.
        seat: the player whose hand it is.
        cid: the card that the action names.
        rule: the rule that requires the card in hand.
        description: the text for the card; its display name by default.
        public: the sentence for other players, if they may not know the name.
    """
    token = explain_token_gone(state, cid)
    if token:
        return Violation(
            "2.3.5",
            f"{description or display_name(state, cid)} is not in "
            f"{possessive(player_name(state, seat))} hand: {token}.",
        )
    message = f"{description or display_name(state, cid)} is not in {possessive(player_name(state, seat))} hand."
    reason = explain_no_copy_left(state, state.seats[seat].hand, cid) if is_card(cid) else ""
    return Violation(rule, f"{reason}." if reason else message, public or (message if reason else ""))


__all__ = ["explain_no_copy_left", "explain_token_gone", "not_in_hand_violation"]
