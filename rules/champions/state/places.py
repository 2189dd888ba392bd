"""Where a card lies: its zones, its lane, and what faces it."""

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from rules.champions.cards import Card, Corner
from rules.champions.readings import WHOSE_LEFT
from rules.champions.state.model import COMPLETE, LANES, ChampionsState, Piece, Seat
from rules.engine.zones import Order, Visibility, Zone


class Place(NamedTuple):
    """A card on the field: whose it is, in which lane from 0, what it is there, and the piece."""

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
    Zone("waiting", "champions", Visibility.EVERYBODY, Order.NONE),
    Zone("hidden", "blessings", Visibility.CARDS_ONLY, Order.NONE),
    Zone("deck", "deck", Visibility.NOBODY, Order.GROUPS),
    Zone("hand", "hand", Visibility.OWNER, Order.NONE),
    Zone("discard", "discard", Visibility.EVERYBODY, Order.KEPT),
    *(Zone("lanes", f"{row} row", Visibility.EVERYBODY, Order.KEPT, partial(_pieces, row)) for row in ROWS),
)
"""Where the cards of a player can lie, limbo apart."""


def facing(lane: int) -> int:
    """Return the lane of the other player that faces a lane: each counts from the own left (CH-09)."""
    return LANES - 1 - lane


def on_field(state: ChampionsState, seat: int) -> Iterator[Place]:
    """Yield the cards of a player on the field in Standard Order (2.7.3.2), those face down left out."""
    for row in ROWS:
        for number, lane in enumerate(state.seats[seat].lanes):
            piece: Piece | None = getattr(lane, row)
            if piece is not None and piece.up:
                yield Place(seat, number, row, piece)


def both_sides(state: ChampionsState, first: int) -> Iterator[Place]:
    """Yield the cards on the field in Standard Order, those of ``first`` first (2.7.3.3).

    Under the other reading of CH-09 the lanes of the other side count from the left of ``first``.
    """
    yield from on_field(state, first)
    others = list(on_field(state, 1 - first))
    if state.readings[WHOSE_LEFT]:
        others.sort(key=lambda place: (ROWS.index(place.row), -place.lane))
    yield from others


def find(state: ChampionsState, cid: int) -> Place | None:
    """Return where a card lies on the field, face up; ``None`` when it does not."""
    owner = state.owners.get(cid)
    if owner is None:
        return None
    return next((place for place in on_field(state, owner) if place.piece.cid == cid), None)


def corner_of(card: Card, piece: Piece) -> Corner | None:
    """Return the current corner of a Unit, Spell or Blessing; ``None`` for what has none, or has come round."""
    if not card.corners or piece.corner >= COMPLETE:
        return None
    return card.corners[piece.corner]


def has_ended(state: ChampionsState, place: Place) -> bool:
    """Whether a rotating card has come round or shows no symbol (4.1.2.3a)."""
    card = state.table[place.piece.cid]
    if place.row == "champion" or not card.corners:
        return False
    corner = corner_of(card, place.piece)
    return corner is None or str(corner) == ""


def is_active(state: ChampionsState, place: Place) -> bool:
    """Whether a card has its effects: neither on an X nor about to Exhaust (2.5.1.7, 2.4.2.2j)."""
    if not place.piece.up or has_ended(state, place):
        return False
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return place.row == "champion" or corner is None or corner.is_active


def value_of(state: ChampionsState, place: Place) -> int | None:
    """Return the number in the current corner of a card; ``None`` where it has none (CH-15)."""
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return None if corner is None else corner.value
