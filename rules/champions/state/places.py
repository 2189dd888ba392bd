"""Queries about cards on the field: places, corners, activity."""

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from rules.champions.cards import Card, Corner
from rules.champions.interpretation_options import WHOSE_LEFT
from rules.champions.state.model import COMPLETE, LANES, ChampionsState, Piece, Seat
from rules.engine.zones import Order, Visibility, Zone


class Place(NamedTuple):
    """The place of a card on the field: seat, lane from 0, row and piece."""

    seat: int
    lane: int
    row: str
    piece: Piece


ROWS: Final = ("blessing", "champion", "card")
"""The rows of a battlefield, from the back (3.1.4)."""


def _pieces(row: str, seat: Seat) -> Iterator[int]:
    for lane in seat.lanes:
        piece: Piece | None = getattr(lane, row)
        if piece is not None:
            yield piece.cid


ZONES: Final = (
    Zone("waiting", "champions", Visibility.EVERYONE, Order.NONE),
    Zone("hidden", "blessings", Visibility.CARDS_ONLY, Order.NONE),
    Zone("deck", "deck", Visibility.NO_ONE, Order.GROUPS),
    Zone("hand", "hand", Visibility.OWNER, Order.NONE),
    Zone("discard", "discard", Visibility.EVERYONE, Order.FIXED),
    *(Zone("lanes", f"{row} row", Visibility.EVERYONE, Order.FIXED, partial(_pieces, row)) for row in ROWS),
)
"""The zones of a player's cards, without limbo."""


def opposite_lane(lane: int) -> int:
    """Return the opponent's lane opposite a lane.

    Players count from their own left (CH-09).
    """
    return LANES - 1 - lane


def cards_on_field(state: ChampionsState, seat: int) -> Iterator[Place]:
    """Yield a player's face-up cards on the field in Standard Order (2.7.3.2)."""
    for row in ROWS:
        for number, lane in enumerate(state.seats[seat].lanes):
            piece: Piece | None = getattr(lane, row)
            if piece is not None and piece.up:
                yield Place(seat, number, row, piece)


def all_cards_on_field(state: ChampionsState, first: int) -> Iterator[Place]:
    """Yield all face-up cards on the field in Standard Order (2.7.3.3).

    Player ``first`` comes first. With the second option of CH-09 the other side's lanes count from the left of
    ``first``.
    """
    yield from cards_on_field(state, first)
    others = list(cards_on_field(state, 1 - first))
    if state.options[WHOSE_LEFT]:
        others.sort(key=lambda place: (ROWS.index(place.row), -place.lane))
    yield from others


def find_on_field(state: ChampionsState, cid: int) -> Place | None:
    """Return the place of a face-up card on the field, or ``None``."""
    owner = state.owners.get(cid)
    if owner is None:
        return None
    return next((place for place in cards_on_field(state, owner) if place.piece.cid == cid), None)


def corner_of(card: Card, piece: Piece) -> Corner | None:
    """Return the current corner of a card.

    ``None`` without corners or after a full rotation.
    """
    if not card.corners or piece.corner >= COMPLETE:
        return None
    return card.corners[piece.corner]


def is_exhausted(state: ChampionsState, place: Place) -> bool:
    """Return True if a rotating card is fully rotated or shows no symbol (4.1.2.3a)."""
    card = state.table[place.piece.cid]
    if place.row == "champion" or not card.corners:
        return False
    corner = corner_of(card, place.piece)
    return corner is None or str(corner) == ""


def is_active(state: ChampionsState, place: Place) -> bool:
    """Return True if a card has its effects now (2.5.1.7, 2.4.2.2j).

    It has no X and is not exhausted.
    """
    if not place.piece.up or is_exhausted(state, place):
        return False
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return place.row == "champion" or corner is None or corner.is_active


def value_of(state: ChampionsState, place: Place) -> int | None:
    """Return the number in a card's current corner; ``None`` if it shows none (CH-15)."""
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return None if corner is None else corner.value
