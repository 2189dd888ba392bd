"""Card names in records: the name alone, with its lane, or with its zone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.champions.state import ChampionsState
from rules.champions.state.places import ROWS
from rules.decks.abbreviations import expand
from rules.decks.names import fold, suggest
from rules.decks.names import words as folded_words
from rules.engine.decision import AmbiguousActionError, InvalidActionError
from rules.notation.english import possessive
from rules.notation.references import is_unknown

NAME_IT: Final = "unknown cards are not played yet in this game: name the card"
FILLERS: Final = frozenset({"a", "an", "the", "his", "her", "its", "their", "my"})
"""Filler words before a name."""
NO_NAME: Final = FILLERS | {"of", "and", "in"}
"""Words that do not identify a card on their own."""
MAX_LISTED: Final = 8
"""Maximum number of names listed in an error."""
_IN_LANE: Final = re.compile(r"^(?P<name>.+?) in (?:lane )?(?P<lane>[1-4])$", re.IGNORECASE)


def lane_of(state: ChampionsState, seat: int, cid: int) -> int | None:
    """Return the lane of a player's card, from 1, face up or down.

    ``None`` off the field.
    """
    for number, lane in enumerate(state.seats[seat].lanes, 1):
        if any(piece is not None and piece.cid == cid for piece in (getattr(lane, row) for row in ROWS)):
            return number
    return None


def card_name(state: ChampionsState, seat: int, cid: int, among: Iterable[int]) -> str:
    """Return the name of a card, with its lane if others in ``among`` share the name."""
    name, lane = state.table[cid].name, lane_of(state, seat, cid)
    others = sum(state.table[each].name == name for each in among)
    return f"{name} in lane {lane}" if others > 1 and lane is not None else name


def find_card(state: ChampionsState, seat: int, words: str, among: Sequence[int]) -> int:
    """Return the card in ``among`` with this name; of equal cards the lowest number.

    Raises:
        InvalidActionError: no card matches. AmbiguousActionError: several match.
    """
    if is_unknown(words):
        raise InvalidActionError(NAME_IT)
    match = _IN_LANE.match(words)
    if match:
        in_lane = [cid for cid in among if lane_of(state, seat, cid) == int(match["lane"])]
        if in_lane:
            return find_card(state, seat, match["name"], in_lane)
    names = {cid: state.table[cid].name for cid in sorted(among)}
    wanted = _matching_names(words, dict.fromkeys(names.values()))
    fits = [cid for cid, name in names.items() if name in wanted]
    if not fits:
        raise _unknown(words, tuple(dict.fromkeys(names.values())))
    if len(wanted) > 1 or len({lane_of(state, seat, cid) for cid in fits}) > 1:
        raise AmbiguousActionError(words, list(dict.fromkeys(card_name(state, seat, cid, among) for cid in fits)))
    return fits[0]


def _matching_names(words: str, names: Iterable[str]) -> set[str]:
    """Return the names that match exactly or as an abbreviation.

    Filler words are ignored.
    """
    every = tuple(names)
    first, _, rest = words.partition(" ")
    candidates = [words, rest] if first.casefold() in FILLERS and rest else [words]
    for candidate in candidates:
        if set(folded_words(candidate).split()) <= NO_NAME:
            continue
        matches = {name for name in every if fold(name) == fold(candidate)} or set(expand(candidate, every))
        if matches:
            return matches
    return set()


def _unknown(words: str, names: Sequence[str]) -> InvalidActionError:
    parts = words.split()
    for count in range(len(parts) - 1, 0, -1):
        begins = _matching_names(" ".join(parts[:count]), names)
        if len(begins) == 1:
            rest = " ".join(parts[count:])
            return InvalidActionError(f"{rest!r} behind {next(iter(begins))} is not understood", unparsed=rest)
    hint = suggest(words, {name: folded_words(name) for name in names}, 1)
    listed = ", ".join(names[:MAX_LISTED]) + (", ..." if len(names) > MAX_LISTED else "")
    guess = f"; did you mean {hint[0]}?" if hint else ""
    return InvalidActionError(f"{words!r} is none of {listed or 'no cards'}{guess}", unparsed=words)


def card_with_place(state: ChampionsState, cid: int) -> str:
    """Return a card's name with its owner and zone, as written in positions.

    Cards of equal name in the same hand or deck get the same text.
    """
    owner = state.owners[cid]
    name = f"{possessive(state.names[owner])} {state.table[cid].name}"
    lane = lane_of(state, owner, cid)
    limbo = [each for each, _lane in state.limbo]
    if lane is not None:
        return f"{name} in lane {lane}"
    if cid in limbo:
        return f"{name} in limbo {limbo.index(cid) + 1}"
    return f"{name} in discard {state.seats[owner].discard.index(cid) + 1}"


def placed_cards(state: ChampionsState) -> Iterator[tuple[str, int]]:
    """Yield all cards as pairs of folded ``card_with_place`` text and card number."""
    for seat in state.seats:
        pieces = [piece.cid for lane in seat.lanes for row in ROWS if (piece := getattr(lane, row)) is not None]
        yield from ((fold(card_with_place(state, cid)), cid) for cid in (*pieces, *seat.discard))
    yield from ((fold(card_with_place(state, cid)), cid) for cid, _lane in state.limbo)
