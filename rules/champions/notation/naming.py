"""What cards are called in records: a name, its lane where that would fit several, or where it lies besides."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.champions.state import ChampionsState
from rules.champions.state.places import ROWS
from rules.decks.abbreviations import meant
from rules.decks.names import fold
from rules.engine.decision import AmbiguousAnswerError, InvalidAnswerError
from rules.notation.english import possessive
from rules.notation.references import is_unknown

NAME_IT: Final = "unknown cards are not played yet in this game: name the card"
_IN_LANE: Final = re.compile(r"^(?P<name>.+?) in (?:lane )?(?P<lane>[1-4])$", re.IGNORECASE)


def lane_of(state: ChampionsState, seat: int, cid: int) -> int | None:
    """Return the lane from 1 in which a card of a player lies on the field, face down too."""
    for number, lane in enumerate(state.seats[seat].lanes, 1):
        if any(piece is not None and piece.cid == cid for piece in (getattr(lane, row) for row in ROWS)):
            return number
    return None


def called(state: ChampionsState, seat: int, cid: int, among: Iterable[int]) -> str:
    """Return what a card is called among others of its player: its name, with the lane where others have it too."""
    name, lane = state.table[cid].name, lane_of(state, seat, cid)
    others = sum(state.table[each].name == name for each in among)
    return f"{name} in lane {lane}" if others > 1 and lane is not None else name


def of_words(state: ChampionsState, seat: int, words: str, among: Sequence[int]) -> int:
    """Return the card of ``among`` that words mean; of several equal ones that lie on no lane the lowest.

    Raises:
        InvalidAnswerError: they mean none. AmbiguousAnswerError: they fit several.
    """
    if is_unknown(words):
        raise InvalidAnswerError(NAME_IT)
    found = _IN_LANE.match(words)
    if found:
        in_lane = [cid for cid in among if lane_of(state, seat, cid) == int(found["lane"])]
        if in_lane:
            return of_words(state, seat, found["name"], in_lane)
    names = {cid: state.table[cid].name for cid in sorted(among)}
    exact = [name for name in names.values() if fold(name) == fold(words)]
    wanted = set(exact) or set(meant(words, dict.fromkeys(names.values())))
    fits = [cid for cid, name in names.items() if name in wanted]
    if not fits:
        raise InvalidAnswerError(f"{words!r} is none of {', '.join(dict.fromkeys(names.values())) or 'no cards'}")
    if len(wanted) > 1 or len({lane_of(state, seat, cid) for cid in fits}) > 1:
        raise AmbiguousAnswerError(words, list(dict.fromkeys(called(state, seat, cid, among) for cid in fits)))
    return fits[0]


def where(state: ChampionsState, cid: int) -> str:
    """Return a card with its owner and where it lies: in a position one name may stand for several.

    A card in hand or deck is not told apart from others of its name.
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


def everywhere(state: ChampionsState) -> Iterator[tuple[str, int]]:
    """Yield every card that can be named by its place, as ``where`` writes it, folded."""
    for seat in state.seats:
        pieces = [piece.cid for lane in seat.lanes for row in ROWS if (piece := getattr(lane, row)) is not None]
        yield from ((fold(where(state, cid)), cid) for cid in (*pieces, *seat.discard))
    yield from ((fold(where(state, cid)), cid) for cid, _lane in state.limbo)
