"""Canonical form of a game.

Cards are renumbered so that equal cards do not matter.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rules.engine.fields import Field
from rules.engine.ids import FIRST_CARD

if TYPE_CHECKING:
    from rules.champions.state.model import ChampionsState, Piece

CARD_KEYS: Final = ("picked", "it", "cards")
"""Frame data that lists cards in order."""


@dataclass
class Facts:
    """The canonical form of a game as JSON data; see ``facts``."""

    FIELDS = (Field("plain"), Field("seats"), Field("frames"))
    plain: dict[str, Any] = field(default_factory=dict)
    seats: list[Any] = field(default_factory=list)
    frames: list[Any] = field(default_factory=list)


def facts(state: "ChampionsState") -> Facts:
    """Return the canonical form of a game.

    Cards are renumbered in the order of ``_cards_in_canonical_order``.
    """
    numbers = {cid: number for number, cid in enumerate(_cards_in_canonical_order(state), FIRST_CARD)}
    pending = state.pending
    values: dict[str, Any] = {
        name: getattr(state, name)
        for name in (
            "version", "choices", "names", "phase", "winner_seats", "first", "turn", "turn_number", "actions",
            "heroic", "falling",
        )
    }  # fmt: skip
    values["cards"] = [state.table[cid].name for cid in numbers]
    values["pending"] = None if pending is None else [pending.seat, pending.kind, pending.detail]
    values["queue"] = [numbers[cid] for cid in state.queue]
    values["limbo"] = [[numbers[each.cid], each.lane, [numbers[cid] for cid in each.below]] for each in state.limbo]
    frames = [
        [
            frame.kind,
            frame.index,
            frame.controller,
            numbers.get(frame.source, frame.source),
            _renumber_frame_data(frame.data, numbers),
        ]
        for frame in state.frames
    ]
    return Facts(values, [_seat_facts(state, seat, numbers) for seat in range(len(state.seats))], frames)


def _cards_in_canonical_order(state: "ChampionsState") -> Iterator[int]:
    """Yield each card once, zone by zone.

    Unordered zones are sorted by ``sort_equal_cards``.
    """
    marked = marked_cards(state)
    for seat in state.seats:
        yield from sort_equal_cards(state, seat.waiting, marked)
        for lane in seat.lanes:
            for piece in (lane.champion, lane.blessing, lane.card):
                yield from () if piece is None else (*piece.below, piece.cid)
        yield from sort_equal_cards(state, seat.hidden, marked)
        yield from seat.discard
        yield from sort_equal_cards(state, seat.hand, marked)
        for group in seat.deck:
            yield from sort_equal_cards(state, group, marked)
    for each in state.limbo:
        yield from (*each.below, each.cid)


def marked_cards(state: "ChampionsState") -> frozenset[int]:
    """Return the cards that differ from others of their name.

    They have completed an objective, or a frame refers to them.
    """
    done = {
        cid
        for seat in state.seats
        for lane in seat.lanes
        for piece in (lane.champion, lane.blessing)
        if piece is not None
        for cid in piece.done
    }
    for frame in state.frames:
        done.add(frame.source)
        data: Mapping[str, Any] = frame.data
        for key in CARD_KEYS:
            done.update(data.get(key, ()))
        done.add(data.get("new", 0))
        if "event" in data:
            done.update((data["event"].cid, data["event"].subject))
    return frozenset(done)


def sort_equal_cards(state: "ChampionsState", cards: Iterable[int], marked: frozenset[int]) -> list[int]:
    """Return cards of an unordered zone by name.

    Of equal cards those in ``marked`` come first.
    """
    return sorted(cards, key=lambda cid: (state.table[cid].name, cid not in marked, cid))


def _seat_facts(state: "ChampionsState", number: int, numbers: dict[int, int]) -> list[Any]:
    seat = state.seats[number]
    lanes = [
        [_piece_facts(piece, numbers) for piece in (lane.champion, lane.blessing, lane.card)] for lane in seat.lanes
    ]
    piles = [sorted(numbers[cid] for cid in pile) for pile in (seat.waiting, seat.hidden, seat.hand, *seat.deck)]
    discard = [numbers[cid] for cid in seat.discard]
    return [seat.health, piles, discard, lanes, sorted(seat.used), seat.left_hand, seat.out]


def _piece_facts(piece: "Piece | None", numbers: dict[int, int]) -> Any:
    if piece is None:
        return None
    below = [numbers[cid] for cid in piece.below]
    done = sorted(numbers[cid] for cid in piece.done)
    return [
        numbers[piece.cid],
        piece.corner,
        piece.up,
        done,
        below,
        piece.dormant,
        [list(each) for each in piece.granted],
    ]


def _renumber_frame_data(data: Mapping[str, Any], numbers: dict[int, int]) -> list[Any]:
    """Return frame data with canonical card numbers."""
    items = []
    for name, value in sorted(data.items()):
        if name == "event":
            event = value._replace(cid=numbers.get(value.cid, value.cid), subject=numbers.get(value.subject, 0))
            items.append([name, *event])
        elif name == "there":
            items.append([name, sorted(numbers[each] for each in value)])
        elif name in CARD_KEYS:
            items.append([name, *(numbers[each] for each in value)])
        elif name == "new":
            items.append([name, numbers[value]])
        else:
            items.append([name, value])
    return items
