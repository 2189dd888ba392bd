"""Rotation of cards (6.1.2/rotate, 6.1.2/restart) and of Champions (2.6.5)."""

from rules.champions.game_loop.abilities import push_instant_effects
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.requirements import prohibiting_card
from rules.champions.interpretation_options import ACTS_AGAIN, PAST_THE_END
from rules.champions.state import COMPLETE, ChampionsState, CountData, LimboCard, Piece, Place, find_on_field
from rules.champions.state.places import is_exhausted
from rules.engine.state import Frame

BY_EFFECT = ("6.1.2/rotate", "2.5.1.14", "2.5.2.14", "2.4.2.2l")


def move_to_limbo(state: ChampionsState, place: Place, *, top_only: bool = False) -> LimboCard:
    """Move a card from the field to limbo (3.1.5), with the cards under it.

    Args:
        state: the game.
        place: the card's place.
        top_only: whether the cards under it stay.
    """
    below, lane = place.piece.below, state.seats[place.seat].lanes[place.lane]
    stays = Piece(below[-1], below[:-1]) if top_only and below else None
    setattr(lane, place.row, stays)
    entry = LimboCard(place.piece.cid, place.lane, () if stays is not None else below)
    state.limbo = (*state.limbo, entry)
    return entry


def remove_from_limbo(state: ChampionsState, cid: int) -> tuple[int, ...]:
    """Remove a card from limbo; return it and the cards under it, the lowest first.

    The caller puts them into another zone.
    """
    cards = next((*each.below, each.cid) for each in state.limbo if each.cid == cid)
    state.limbo = tuple(each for each in state.limbo if each.cid != cid)
    return cards


def push_exhaust(state: ChampionsState, place: Place) -> None:
    """Move an exhausted card to limbo and push its ``exhaust`` frame (CH-14)."""
    move_to_limbo(state, place)
    state.frames.append(Frame("exhaust", place.seat, place.piece.cid, {"lane": place.lane}, state.cause))


def can_rotate(state: ChampionsState, place: Place) -> bool:
    """Return True if a card can be rotated.

    It has corners, is not Dormant, and no effect prohibits it.
    """
    has_corners = place.row == "champion" or bool(state.table[place.piece.cid].corners)
    return has_corners and not place.piece.dormant and prohibiting_card(state, "rotate", place) is None


def rotate_card(state: ChampionsState, place: Place, rules: tuple[str, ...]) -> None:
    """Rotate a card by one corner; Exhaust it or push the effects of its new corner."""
    if not can_rotate(state, place):
        state.log_event("stands", (place.seat, place.piece.cid), cite("6.1.2/dormant", "2.2.3", "2.4.2.2d"))
        return
    if place.row == "champion":
        advance_quest(state, place, rules)
        return
    place.piece.corner += 1
    state.cause = state.log_event("rotate", (place.seat, place.piece.cid, place.piece.corner + 1), rules)
    _mark_as_acted(state, place)
    if is_exhausted(state, place):
        if not state.options[PAST_THE_END]:
            push_exhaust(state, place)
    else:
        push_instant_effects(state, place)


def rotate_back(state: ChampionsState, place: Place) -> None:
    """Rotate a card back by one corner, not past its first (6.1.2/rotate, CH-24)."""
    is_complete = place.row == "champion" and place.piece.corner == COMPLETE
    if not can_rotate(state, place) or not place.piece.corner or is_complete:
        state.log_event("stands", (place.seat, place.piece.cid), cite("6.1.2/rotate", "6.1.2/dormant", "CH-24"))
        return
    place.piece.corner -= 1
    state.cause = state.log_event(
        "rotate", (place.seat, place.piece.cid, place.piece.corner + 1), cite(*BY_EFFECT, "CH-24")
    )
    if place.row != "champion":
        _mark_as_acted(state, place)
        push_instant_effects(state, place)


def _mark_as_acted(state: ChampionsState, place: Place) -> None:
    """Remove a card rotated by an effect from the queue.

    Only with the second option of CH-11.
    """
    if state.options[ACTS_AGAIN] and state.phase == "instant":
        state.queue = tuple(cid for cid in state.queue if cid != place.piece.cid)


def advance_quest(state: ChampionsState, place: Place, rules: tuple[str, ...]) -> None:
    """Rotate a Champion forward.

    The fourth time its Quest is complete and its Blessing is revealed (2.6.6, CH-24).
    """
    piece = place.piece
    if piece.corner == COMPLETE:
        state.log_event("stands", (place.seat, piece.cid), cite("CH-24", "CH-23"))
        return
    piece.corner += 1
    state.cause = state.log_event("rotate", (place.seat, piece.cid, piece.corner + 1), (*rules, *cite("CH-24")))
    reveal_if_complete(state, place)


def reveal_if_complete(state: ChampionsState, place: Place) -> None:
    """Push the reveal of the Blessing of a Champion whose Quest is complete (2.6.6)."""
    if place.piece.corner == COMPLETE:
        state.cause = state.log_event("complete", (place.seat, place.piece.cid), cite("2.6.6", "CH-23"))
        state.frames.append(Frame("reveal", place.seat, 0, {"lane": place.lane}, state.cause))


def run_rotate(state: ChampionsState, frame: Frame[CountData]) -> None:
    """Rotate a card by the next of several corners.

    Each is carried out before the next (2.5.1.14).
    """
    state.cause = frame.cause
    place, left = find_on_field(state, frame.source), frame.data["left"]
    if place is None or not left:
        state.finish(frame)
        return
    is_back = frame.data.get("why") == "back"
    frame.data["left"] = left - 1
    if is_back:
        rotate_back(state, place)
    else:
        rotate_card(state, place, cite(*BY_EFFECT))


def restart_card(state: ChampionsState, place: Place) -> None:
    """Set a card to its first corner.

    Its effect triggers if it was on another (6.1.2/restart).
    """
    has_corners = bool(state.table[place.piece.cid].corners)
    if place.piece.dormant or not place.piece.corner or not has_corners:
        state.log_event("stands", (place.seat, place.piece.cid), cite("6.1.2/restart", "6.1.2/dormant"))
        return
    place.piece.corner = 0
    state.cause = state.log_event("restart", (place.seat, place.piece.cid), cite("6.1.2/restart"))
    push_instant_effects(state, place)
