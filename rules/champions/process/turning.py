"""Cards that turn: a corner at a time, what triggers on the new one, and Exhausting (6.1.2/rotate, 6.1.2/exhaust)."""

from collections.abc import Sequence

from rules.champions.cards import CardType, When
from rules.champions.effects import Ability, text_of
from rules.champions.process.citing import cite
from rules.champions.readings import EXHAUSTING, PAST_THE_END
from rules.champions.state import COMPLETE, ChampionsState, FrameData, LaneData, Piece, Place
from rules.champions.state.places import has_ended, is_active, value_of
from rules.engine.state import Frame

NO_VALUE = -1
OFF_THE_FIELD = -1


def push_lines(
    state: ChampionsState, owner: int, cid: int, lane: int, lines: Sequence[Ability], place: Place | None
) -> None:
    """Let lines of a card's text be carried out, the first of them first.

    The card belongs to ``owner`` and is controlled by the Champion of its ``lane`` (6.2/control); ``place`` is where it
    lies on the field, ``None`` in limbo.
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


def push_instants(state: ChampionsState, place: Place) -> None:
    """Let the instant effects of a card on the field be carried out, if it is active (2.5.1.6, 4.1.2.4)."""
    if is_active(state, place):
        lines = text_of(state.table[place.piece.cid]).of(When.NOW)
        push_lines(state, place.seat, place.piece.cid, place.lane, lines, place)


def rotate_once(state: ChampionsState, place: Place, rules: tuple[str, ...]) -> None:
    """Turn a card by one corner because a card says so: it Exhausts at once, or its new corner triggers."""
    place.piece.corner += 1
    state.cause = state.happened("rotate", (place.seat, place.piece.cid, place.piece.corner + 1), rules)
    if has_ended(state, place):
        if not state.readings[PAST_THE_END]:
            push_exhaust(state, place)
    else:
        push_instants(state, place)


def push_exhaust(state: ChampionsState, place: Place) -> None:
    """Take a card that has come to its end off the field, into limbo, to be handled next (CH-14)."""
    into_limbo(state, place)
    state.frames.append(Frame("exhaust", place.seat, place.piece.cid, {"lane": place.lane}, state.cause))


def into_limbo(state: ChampionsState, place: Place) -> None:
    """Take a card off the field into limbo (3.1.5)."""
    setattr(state.seats[place.seat].lanes[place.lane], place.row, None)
    state.limbo = (*state.limbo, (place.piece.cid, place.lane))


def out_of_limbo(state: ChampionsState, cid: int) -> None:
    """Take a card out of limbo; the caller puts it somewhere."""
    state.limbo = tuple(entry for entry in state.limbo if entry[0] != cid)


def run_exhaust(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Handle one Exhausted card: what it does as it Exhausts, in limbo, then the pile or its back (4.1.2.3)."""
    state.cause = frame.cause
    owner, cid, lane = frame.controller, frame.source, frame.data["lane"]
    if not frame.index:
        frame.index = 1
        lines = () if state.readings[EXHAUSTING] else text_of(state.table[cid]).of(When.EXHAUSTS)
        push_lines(state, owner, cid, lane, lines, None)
        if state.frames[-1] is not frame:
            state.happened("exhausting", (owner, cid), cite("4.1.2.3b", "3.1.5b", "CH-13"))
        return
    state.finish(frame)
    out_of_limbo(state, cid)
    if state.table[cid].kind is CardType.BLESSING:
        piece = Piece(cid)
        piece.up, piece.corner = False, COMPLETE
        state.seats[owner].lanes[lane].blessing = piece
        state.happened("blessing-ends", (owner, cid), cite("2.4.2.2k", "3.1.4c", "6.1.2/exhaust"))
    else:
        state.seats[owner].discard.append(cid)
        state.happened("exhaust", (owner, cid), cite("4.1.2.3a", "6.1.2/exhaust", "CH-08"))
