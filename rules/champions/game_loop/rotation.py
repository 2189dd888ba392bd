"""Rotation and Exhausting of cards (6.1.2/rotate, 6.1.2/exhaust)."""

from collections.abc import Sequence

from rules.champions.cards import CardType, When
from rules.champions.effects import Ability, text_of
from rules.champions.game_loop.citations import cite
from rules.champions.interpretation_options import EXHAUSTING, PAST_THE_END
from rules.champions.state import COMPLETE, ChampionsState, FrameData, LaneData, Piece, Place
from rules.champions.state.places import is_active, is_exhausted, value_of
from rules.engine.state import Frame

NO_VALUE = -1
OFF_THE_FIELD = -1


def push_text_lines(
    state: ChampionsState, owner: int, cid: int, lane: int, lines: Sequence[Ability], place: Place | None
) -> None:
    """Push lines of a card's text as stack frames, to be executed in order.

    The card belongs to ``owner`` and is controlled by the Champion of its ``lane`` (6.2/control); ``place`` is ``None``
    for a card in limbo.
    """
    every = text_of(state.table[cid]).lines
    value = value_of(state, place) if place is not None else None
    corner = place.piece.corner if place is not None and place.row != "champion" else OFF_THE_FIELD
    for line in reversed(lines):
        if line.corners and corner + 1 not in line.corners:
            continue
        data: FrameData = {
            "line": every.index(line),
            "lane": lane,
            "value": NO_VALUE if value is None else value,
            "corner": corner,
        }
        state.frames.append(Frame("text", owner, cid, data, state.cause))


def push_instant_effects(state: ChampionsState, place: Place) -> None:
    """Push stack frames for the instant effects of an active card (2.5.1.6, 4.1.2.4)."""
    if is_active(state, place):
        lines = text_of(state.table[place.piece.cid]).of(When.NOW)
        push_text_lines(state, place.seat, place.piece.cid, place.lane, lines, place)


def rotate_card(state: ChampionsState, place: Place, rules: tuple[str, ...]) -> None:
    """Rotate a card by one corner; Exhaust it or push the effects of its new corner."""
    place.piece.corner += 1
    state.cause = state.log_event("rotate", (place.seat, place.piece.cid, place.piece.corner + 1), rules)
    if is_exhausted(state, place):
        if not state.options[PAST_THE_END]:
            push_exhaust(state, place)
    else:
        push_instant_effects(state, place)


def push_exhaust(state: ChampionsState, place: Place) -> None:
    """Move an exhausted card to limbo and push its ``exhaust`` frame (CH-14)."""
    move_to_limbo(state, place)
    state.frames.append(Frame("exhaust", place.seat, place.piece.cid, {"lane": place.lane}, state.cause))


def move_to_limbo(state: ChampionsState, place: Place) -> None:
    """Move a card from the field to limbo (3.1.5)."""
    setattr(state.seats[place.seat].lanes[place.lane], place.row, None)
    state.limbo = (*state.limbo, (place.piece.cid, place.lane))


def remove_from_limbo(state: ChampionsState, cid: int) -> None:
    """Remove a card from limbo; the caller puts it into another zone."""
    state.limbo = tuple(entry for entry in state.limbo if entry[0] != cid)


def run_exhaust(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Execute the effects of an Exhausted card (4.1.2.3).

    It is then discarded or turned over.
    """
    state.cause = frame.cause
    owner, cid, lane = frame.controller, frame.source, frame.data["lane"]
    if not frame.index:
        frame.index = 1
        lines = () if state.options[EXHAUSTING] else text_of(state.table[cid]).of(When.EXHAUSTS)
        push_text_lines(state, owner, cid, lane, lines, None)
        if state.frames[-1] is not frame:
            state.log_event("exhausting", (owner, cid), cite("4.1.2.3b", "3.1.5b", "CH-13"))
        return
    state.finish(frame)
    remove_from_limbo(state, cid)
    if state.table[cid].kind is CardType.BLESSING:
        piece = Piece(cid)
        piece.up, piece.corner = False, COMPLETE
        state.seats[owner].lanes[lane].blessing = piece
        state.log_event("blessing-ends", (owner, cid), cite("2.4.2.2k", "3.1.4c", "6.1.2/exhaust"))
    else:
        state.seats[owner].discard.append(cid)
        state.log_event("exhaust", (owner, cid), cite("4.1.2.3a", "6.1.2/exhaust", "CH-08"))
