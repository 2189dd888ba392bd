"""Queries about cards on the field: places, corners, activity, selectors."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from rules.champions.cards import Card, CardType, Category, Corner
from rules.champions.cards.selectors import Filter, Selector
from rules.champions.interpretation_options import WHOSE_LEFT
from rules.champions.state.model import COMPLETE, LANES, ChampionsState, LimboCard, Piece, Seat
from rules.champions.state.numbering import marked_cards
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
            yield from (*piece.below, piece.cid)


ZONES: Final = (
    Zone("waiting", "champions", Visibility.EVERYONE, Order.NONE),
    Zone("hidden", "blessings", Visibility.CARDS_ONLY, Order.NONE),
    Zone("deck", "deck", Visibility.NO_ONE, Order.GROUPS),
    Zone("hand", "hand", Visibility.OWNER, Order.NONE),
    Zone("discard", "discard", Visibility.EVERYONE, Order.FIXED),
    *(Zone("lanes", f"{row} row", Visibility.EVERYONE, Order.FIXED, partial(_pieces, row)) for row in ROWS),
)
"""The zones of a player's cards, without limbo."""


def cards_in_limbo(state: ChampionsState) -> Iterator[int]:
    """Yield the cards in limbo, with those under a stack."""
    for each in state.limbo:
        yield from (*each.below, each.cid)


def find_in_limbo(state: ChampionsState, cid: int) -> LimboCard | None:
    """Return the entry of a card in limbo, or ``None``."""
    return next((each for each in state.limbo if each.cid == cid), None)


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
    """Return the place of a face-up card on the field, or ``None``.

    A card under a stack has none (2.14.4e).
    """
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

    It has no X, is not exhausted and not Dormant (6.1.2/dormant).
    """
    if not place.piece.up or place.piece.dormant or is_exhausted(state, place):
        return False
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return place.row == "champion" or corner is None or corner.is_active


def value_of(state: ChampionsState, place: Place) -> int | None:
    """Return the number in a card's current corner; ``None`` if it shows none (CH-15)."""
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return None if corner is None else corner.value


class Spot(NamedTuple):
    """The origin of a card's effects: its owner's seat, its lane, the card."""

    seat: int
    lane: int
    cid: int


def lit_lanes(state: ChampionsState, spot: Spot) -> set[tuple[int, int]]:
    """Return the highlighted places of a card's Subject Image.

    They are pairs of seat and lane (2.8, CH-46).
    """
    found: set[tuple[int, int]] = set()
    for square in state.table[spot.cid].image or ():
        lanes = range(LANES) if square.offset is None else (spot.lane + square.offset,)
        for lane in lanes:
            if 0 <= lane < LANES:
                found.add((spot.seat, lane) if square.own else (1 - spot.seat, opposite_lane(lane)))
    return found


def is_kind(card: Card, kind: str) -> bool:
    """Return True if a card is of a kind of ``rules.champions.cards.selectors.KINDS``."""
    if kind in ("champion", "blessing"):
        return card.kind is (CardType.CHAMPION if kind == "champion" else CardType.BLESSING)
    return kind == "card" or card.category is {
        "unit": Category.UNIT, "spell": Category.SPELL, "ability": Category.ABILITY
    }[kind]  # fmt: skip


def fits_filter(card: Card, wanted: Filter) -> bool:
    """Return True if an Action card is of the wanted kind, and has the wanted Tag."""
    return is_kind(card, wanted.kind) and (not wanted.tag or wanted.tag in (card.tags or ()))


def is_in_lane(location: str, spot: Spot, seat: int, lane: int) -> bool:
    """Return True if a lane is ``here``, ``opposite`` or ``beside``.

    It is seen from ``spot``; every lane fits an empty word.
    """
    if location == "opposite":
        return seat != spot.seat and lane == opposite_lane(spot.lane)
    if location == "beside":
        return seat == spot.seat and abs(lane - spot.lane) == 1
    return not location or (seat == spot.seat and lane == spot.lane)


def selects(state: ChampionsState, selector: Selector, spot: Spot, cid: int, lane: int) -> bool:
    """Return True if a selector means a card, wherever that is.

    Args:
        state: the game.
        selector: the selector.
        spot: the place that it is seen from.
        cid: the card.
        lane: the lane of the Champion that controls the card.
    """
    if selector.is_reference:
        return cid == spot.cid
    seat, card = state.owners[cid], state.table[cid]
    if selector.side == "lit":
        if (seat, lane) not in lit_lanes(state, spot):
            return False
    elif selector.side != "any" and (seat == spot.seat) is not (selector.side == "own"):
        return False
    if not is_in_lane(selector.where, spot, seat, lane):
        return False
    first, *others = selector.kinds
    is_first = is_kind(card, first) and (not selector.tag or selector.tag in (card.tags or ()))
    return is_first or any(is_kind(card, kind) for kind in others)


def selected(state: ChampionsState, selector: Selector, spot: Spot) -> list[Place]:
    """Return the cards on the field that a selector means.

    They are in Standard Order from the owner of ``spot``.
    """
    return [
        place
        for place in all_cards_on_field(state, spot.seat)
        if selects(state, selector, spot, place.piece.cid, place.lane)
    ]


def spot_of(place: Place) -> Spot:
    """Return a card's place as the spot that its effects are seen from."""
    return Spot(place.seat, place.lane, place.piece.cid)


def one_of_each_name(state: ChampionsState, cards: Iterable[int]) -> tuple[int, ...]:
    """Return one card of each name; of equal ones one that nothing refers to."""
    marked, found = marked_cards(state), dict[str, int]()
    for cid in sorted(cards, key=lambda cid: (cid in marked, cid)):
        found.setdefault(state.table[cid].name, cid)
    return tuple(sorted(found.values()))


def equal_card(state: ChampionsState, cid: int, cards: Iterable[int]) -> int:
    """Return the card of ``one_of_each_name`` with the name of ``cid``.

    ``cid`` itself if it is not among ``cards``.
    """
    among = tuple(cards)
    if cid not in among:
        return cid
    name = state.table[cid].name
    return one_of_each_name(state, (each for each in among if state.table[each].name == name))[0]
