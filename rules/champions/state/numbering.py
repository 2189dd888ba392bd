"""Canonical form of a game.

Cards are renumbered so that equal cards do not matter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.engine.fields import Field
from rules.engine.ids import FIRST_CARD

if TYPE_CHECKING:
    from rules.champions.state.model import ChampionsState, Piece


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
    values["limbo"] = [(numbers[cid], lane) for cid, lane in state.limbo]
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
    """Yield each card once, zone by zone; within an unordered zone by name."""
    for seat in state.seats:
        yield from _sort_by_name(state, seat.waiting)
        for lane in seat.lanes:
            yield from (piece.cid for piece in (lane.champion, lane.blessing, lane.card) if piece is not None)
        yield from _sort_by_name(state, seat.hidden)
        yield from seat.discard
        yield from _sort_by_name(state, seat.hand)
        for group in seat.deck:
            yield from _sort_by_name(state, group)
    yield from (cid for cid, _lane in state.limbo)


def _sort_by_name(state: "ChampionsState", cards: Any) -> list[int]:
    return sorted(cards, key=lambda cid: (state.table[cid].name, cid))


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
    return [numbers[piece.cid], piece.corner, piece.up, sorted(numbers[cid] for cid in piece.done)]


def _renumber_frame_data(data: Mapping[str, Any], numbers: dict[int, int]) -> list[Any]:
    """Return frame data with canonical card numbers.

    The third item of an event is a card.
    """
    items = []
    for name, value in sorted(data.items()):
        if name == "event":
            kind, owner, cid, lane, target = value
            items.append([name, kind, owner, numbers.get(cid, cid), lane, target])
        elif name == "there":
            items.append([name, sorted(numbers[each] for each in value)])
        else:
            items.append([name, value])
    return items
