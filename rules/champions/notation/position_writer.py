"""Writing of positions as fields, readable by ``position_parser``.

==========================  ==========================================================================================
field                       text
==========================  ==========================================================================================
``Turn``                    ``Ben 6``; omitted before the first turn
``Phase``                   ``placement``, ``action`` (default), ``draw`` ...
``Actions``                 remaining actions, two by default
``Heroic act``              ``used`` if one was used this turn
``Anna health``             points
``Anna lane 1``             Champion / Unit or Spell / Blessing: ``Ilse Lampwright (quest 2) / none / Shieldwall``;
                            a stack from the top: ``Ford Pikes on Gate Guard (corner 2; dormant until turn 8)``
``Anna champions``          Champions not placed yet
``Anna blessings``          Blessings face down in unknown lanes
``Anna hand``               cards separated by commas, ``2 Mending Light``
``Anna deck``               likewise; groups from the top separated by a bar, in unknown order within a group
``Anna discard``            likewise; the last one is on top
``Anna used``               names played or used this turn
``Anna left hand``          ``yes`` if a card has left the hand this turn
``Limbo``                   ``Ben's Grave Tithe, lane 4``; several separated by slashes
``Queue``                   cards that still have to act, or to be handled as Exhausted
``Falling``                 players at 0 health who are removed after their card is carried out
``Under way``               stack frames, one per line, the innermost last
==========================  ==========================================================================================
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.champions.notation.card_names import card_with_place
from rules.champions.notation.position_fields import BETWEEN, BETWEEN_GROUPS
from rules.champions.state import COMPLETE, ChampionsState, FrameData, Happening, LimboCard, Piece
from rules.champions.state.numbering import CARD_KEYS
from rules.engine.state import Frame
from rules.notation.english import possessive
from rules.notation.position.cards import cards_text, groups_text

OMITTED: Final = {"value": -1, "corner": -1}
"""Default values of frame data, which are omitted."""


def describe_position(state: ChampionsState) -> list[tuple[str, str]]:
    """Return a position as pairs of field name and text."""
    return [*_moment(state), *(field for seat in range(len(state.seats)) for field in _player(state, seat))]


def _moment(state: ChampionsState) -> Iterator[tuple[str, str]]:
    if state.turn_number:
        yield "Turn", f"{state.names[state.turn]} {state.turn_number}"
    yield "Phase", state.phase
    if state.turn_number:
        yield "Actions", str(state.actions)
    if state.heroic:
        yield "Heroic act", "used"
    if state.limbo:
        yield "Limbo", BETWEEN.join(_limbo_card(state, each) for each in state.limbo)
    if state.queue:
        yield "Queue", BETWEEN.join(card_with_place(state, cid) for cid in state.queue)
    if state.falling:
        yield "Falling", ", ".join(state.names[seat] for seat in state.falling)
    yield from (("Under way", _frame(state, frame)) for frame in state.frames)


def _limbo_card(state: ChampionsState, entry: LimboCard) -> str:
    stack = " on ".join(state.table[cid].name for cid in (entry.cid, *reversed(entry.below)))
    return f"{possessive(state.names[state.owners[entry.cid]])} {stack}, lane {entry.lane + 1}"


def _frame(state: ChampionsState, frame: Frame[FrameData]) -> str:
    parts = [frame.kind, f"by {state.names[frame.controller]}"]
    if frame.source:
        parts.append(f"of {card_with_place(state, frame.source)}")
    parts.append(f"at {frame.index}")
    remembered: Mapping[str, Any] = frame.data
    for key, value in remembered.items():
        if key == "event":
            parts += _event(state, frame, value)
        elif key == "there":
            parts.append(f"there {BETWEEN.join(sorted(card_with_place(state, cid) for cid in value))}")
        elif key in CARD_KEYS:
            parts.append(f"{key} {BETWEEN.join(card_with_place(state, cid) for cid in value)}".rstrip())
        elif key == "new":
            parts.append(f"new {card_with_place(state, value)}")
        elif key == "done":
            parts.append("done yes")
        elif key == "lane":
            parts.append(f"lane {value + 1}")
        elif value != OMITTED.get(key):
            parts.append(f"{key} {value}")
    return "; ".join(parts)


def _event(state: ChampionsState, frame: Frame[FrameData], event: Happening) -> Iterator[str]:
    """Yield the parts for an event.

    Its card is written only if it is not the frame's.
    """
    amount = f" {event.amount}" if event.amount else ""
    yield f"event {event.kind}{amount}, lane {event.lane + 1}, {state.names[event.player]}"
    if (event.owner, event.cid) != (frame.controller, frame.source):
        yield f"cause {card_with_place(state, event.cid)}"
    if event.subject:
        yield f"subject {card_with_place(state, event.subject)}, lane {event.subject_lane + 1}"


def _player(state: ChampionsState, number: int) -> Iterator[tuple[str, str]]:
    seat, name = state.seats[number], state.names[number]
    yield f"{name} health", str(seat.health)
    for lane_number, lane in enumerate(seat.lanes, 1):
        pieces = (lane.champion, lane.card, lane.blessing)
        if any(pieces):
            yield f"{name} lane {lane_number}", BETWEEN.join(_piece(state, piece) for piece in pieces)
    for words, pile in (("champions", seat.waiting), ("blessings", seat.hidden), ("hand", seat.hand)):
        if pile:
            yield f"{name} {words}", cards_text(state.table[cid].name for cid in pile)
    if seat.deck:
        parts = [[state.table[cid].name for cid in group] for group in seat.deck]
        yield f"{name} deck", groups_text(parts, BETWEEN_GROUPS)
    if seat.discard:
        yield f"{name} discard", ", ".join(state.table[cid].name for cid in seat.discard)
    if seat.used:
        yield f"{name} used", ", ".join(sorted(seat.used))
    if seat.left_hand:
        yield f"{name} left hand", "yes"


def _piece(state: ChampionsState, piece: Piece | None) -> str:
    if piece is None:
        return "none"
    card = state.table[piece.cid]
    notes = []
    if card.quest:
        notes.append("complete" if piece.corner >= COMPLETE else f"quest {piece.corner + 1}")
        notes += sorted(f"objective by {card_with_place(state, cid)}" for cid in piece.done)
    elif not piece.up:
        notes.append("face down")
    elif card.corners:
        notes.append(f"corner {piece.corner + 1}")
    if not card.quest:
        notes += sorted(f"revealed by {card_with_place(state, cid)}" for cid in piece.done)
    notes += [f"dormant until turn {piece.dormant}"] if piece.dormant else []
    notes += [f"line {each.line + 1}.{each.part + 1} of {each.card} until turn {each.until}" for each in piece.granted]
    stack = " on ".join(state.table[cid].name for cid in (piece.cid, *reversed(piece.below)))
    return f"{stack} ({'; '.join(notes)})" if notes else stack
