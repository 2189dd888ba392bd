"""Cards leaving play: Exhausted, Removed, Returned, Swapped, Replaced.

See 6.1.2, 6.2/leaving-play.

Each passes limbo, where reactions and its ``leaves`` lines are resolved before it reaches its next zone.
"""

from collections.abc import Sequence

from rules.champions.cards import CardType, When
from rules.champions.game_loop.abilities import abilities_of, leaving_lines, push_text_lines
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.deploying import push_deploy
from rules.champions.game_loop.reactions import trigger_reactions
from rules.champions.game_loop.rotation import move_to_limbo, remove_from_limbo
from rules.champions.game_loop.text_execution import store_effect
from rules.champions.interpretation_options import TOP_CARD_ALONE, TOP_CARD_GIVEN_UP
from rules.champions.state import (
    COMPLETE,
    ChampionsState,
    FrameData,
    Happening,
    LaneData,
    LeaveData,
    Piece,
    Place,
    find_on_field,
)
from rules.champions.state.places import find_in_limbo, is_active
from rules.engine.state import Frame

IN_LIMBO = "limbo"
"""Mark of a ``remove`` frame whose cards have gone to limbo."""


def run_exhaust(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Run the next step of an Exhausted card (4.1.2.3).

    Reactions, its effects in limbo, then it is discarded or turned over.
    """
    state.cause = frame.cause
    owner, cid, lane = frame.controller, frame.source, frame.data["lane"]
    frame.index += 1
    if frame.index == 1:
        trigger_reactions(state, Happening("exhausted", owner, cid, lane, owner))
    elif frame.index == 2:
        push_text_lines(state, owner, cid, lane, leaving_lines(state, cid, exhausted=True), None)
        if state.frames[-1] is not frame:
            state.log_event("exhausting", (owner, cid), cite("4.1.2.3b", "3.1.5b", "CH-13"))
    else:
        state.finish(frame)
        cards = remove_from_limbo(state, cid)
        if state.table[cid].kind is CardType.BLESSING:
            piece = Piece(cid)
            piece.up, piece.corner = False, COMPLETE
            state.seats[owner].lanes[lane].blessing = piece
            state.log_event("blessing-ends", (owner, cid), cite("2.4.2.2k", "3.1.4c", "6.1.2/exhaust"))
        else:
            state.seats[owner].discard.extend(cards)
            stack = ("2.14.4f",) if len(cards) > 1 else ()
            state.log_event("exhaust", (owner, cid), cite("4.1.2.3a", "6.1.2/exhaust", "CH-08", *stack))


def push_remove(state: ChampionsState, source: Frame[FrameData], places: Sequence[Place]) -> None:
    """Push the frame that Removes cards, as the text of ``source`` says."""
    cards = tuple(place.piece.cid for place in places)
    data: FrameData = {"lane": source.data["lane"], "cards": cards}
    state.frames.append(Frame("remove", source.controller, source.source, data, state.cause))


def run_remove(state: ChampionsState, frame: Frame[FrameData]) -> None:
    """Run the next step of a Remove (6.1.2/remove, CH-48).

    Last Stands in Standard Order on the field, then all cards to limbo together, then to the discard piles.
    """
    state.cause = frame.cause
    cards = frame.data["cards"]
    if frame.data.get("why") == IN_LIMBO:
        state.finish(frame)
        for cid in cards:
            _discard_removed(state, cid)
    elif frame.index < len(cards):
        frame.index += 1
        place = find_on_field(state, cards[frame.index - 1])
        if place is not None and is_active(state, place):
            lines = abilities_of(state, place, When.LAST)
            if lines:
                state.cause = state.log_event("last-stand", (place.seat, place.piece.cid), cite("6.1.2/last-stand"))
                push_text_lines(state, place.seat, place.piece.cid, place.lane, lines, place)
    else:
        _remove_together(state, frame, [place for cid in cards if (place := find_on_field(state, cid))])


def _remove_together(state: ChampionsState, frame: Frame[FrameData], places: Sequence[Place]) -> None:
    frame.data["cards"], frame.data["why"] = tuple(place.piece.cid for place in places), IN_LIMBO
    if not places:
        state.log_event("not-removed", (frame.controller, frame.source), cite("CH-47", "2.2.2"))
        return
    _report_effect(state, frame)
    for place in places:
        move_to_limbo(state, place)
    for place in reversed(places):
        event = Happening(
            "removed", frame.controller, frame.source, frame.data["lane"], place.seat, 0, place.piece.cid, place.lane
        )
        _push_leave(state, place.seat, place.piece.cid, place.lane, event)


def _report_effect(state: ChampionsState, frame: Frame[FrameData]) -> None:
    """Tell the text below a frame that its instruction had an effect."""
    position = state.frames.index(frame)
    below = state.frames[position - 1] if position else None
    if below is not None and below.kind == "text":
        store_effect(state, below, done=True)


def _discard_removed(state: ChampionsState, cid: int) -> None:
    owner = state.owners[cid]
    cards = remove_from_limbo(state, cid)
    state.seats[owner].discard.extend(cards)
    stack = ("2.14.4f",) if len(cards) > 1 else ()
    state.log_event("remove", (owner, cid), cite("6.1.2/remove", "2.10.1.3", "CH-48", *stack))


def _push_leave(state: ChampionsState, owner: int, cid: int, lane: int, event: Happening) -> None:
    data: FrameData = {"lane": lane, "event": event}
    state.frames.append(Frame("leave", owner, cid, data, state.cause))


def run_leave(state: ChampionsState, frame: Frame[FrameData]) -> None:
    """Run the next step of a card leaving play: reactions, then its effects in limbo.

    See 6.2/leaving-play.
    """
    state.cause = frame.cause
    frame.index += 1
    if frame.index == 1:
        trigger_reactions(state, frame.data["event"])
    elif frame.index == 2:
        _push_leaving_lines(state, frame)
    else:
        state.finish(frame)


def _push_leaving_lines(state: ChampionsState, frame: Frame[FrameData]) -> None:
    lines = leaving_lines(state, frame.source, exhausted=False)
    if lines:
        state.cause = state.log_event("leaving", (frame.controller, frame.source), cite("6.2/leaving-play", "3.1.5b"))
        push_text_lines(state, frame.controller, frame.source, frame.data["lane"], lines, None)


def push_returns(state: ChampionsState, source: Frame[FrameData], places: Sequence[Place]) -> None:
    """Push the frames that Return cards to their owners' hands (CH-44)."""
    for place in places:
        move_to_limbo(state, place, top_only=bool(state.options[TOP_CARD_ALONE]))
    for place in reversed(places):
        data: FrameData = {"lane": place.lane, "event": _left_event(source, place)}
        state.frames.append(Frame("return", place.seat, place.piece.cid, data, state.cause))


def _left_event(source: Frame[FrameData], place: Place) -> Happening:
    lane = source.data["lane"]
    return Happening("left", source.controller, source.source, lane, place.seat, 0, place.piece.cid, place.lane)


def push_give_up(state: ChampionsState, place: Place) -> None:
    """Push the frame of an Action card given up in the Empty Deck Check.

    See 4.1.5.5c, CH-41.
    """
    move_to_limbo(state, place, top_only=bool(state.options[TOP_CARD_GIVEN_UP]))
    event = Happening("left", place.seat, place.piece.cid, place.lane, place.seat, 0, place.piece.cid, place.lane)
    data: FrameData = {"lane": place.lane, "event": event}
    state.frames.append(Frame("give", place.seat, place.piece.cid, data, state.cause))


def run_return(state: ChampionsState, frame: Frame[FrameData]) -> None:
    """Run the next step of a Returned or given-up card.

    The steps are reactions, its effects in limbo, then hand or discard pile.
    """
    state.cause = frame.cause
    frame.index += 1
    if frame.index == 1:
        trigger_reactions(state, frame.data["event"])
    elif frame.index == 2:
        _push_leaving_lines(state, frame)
    else:
        state.finish(frame)
        cards, seat = remove_from_limbo(state, frame.source), state.seats[frame.controller]
        if frame.kind == "give":
            seat.discard.extend(cards)
            state.log_event("given", (frame.controller, frame.source), cite("4.1.5.5c", "CH-41"))
        else:
            seat.hand.extend(cards)
            state.log_event("return", (frame.controller, frame.source), cite("6.2/leaving-play", "CH-44", "CH-31"))


def push_exchange(state: ChampionsState, source: Frame[FrameData], place: Place, new: int, verb: str) -> None:
    """Push the frame that Swaps or Replaces a card in play with card ``new`` (6.2)."""
    data: FrameData = {"lane": place.lane, "new": new, "event": _left_event(source, place)}
    state.cause = state.log_event(verb, (place.seat, place.piece.cid, new), cite(f"6.2/{verb}", "CH-49"))
    move_to_limbo(state, place, top_only=bool(state.options[TOP_CARD_ALONE]))
    state.frames.append(Frame(verb, place.seat, place.piece.cid, data, state.cause))


def run_exchange(state: ChampionsState, frame: Frame[LeaveData]) -> None:
    """Run the next step of a Swap or Replace.

    Reactions, the effects of the leaving card in limbo, then it goes and the other card is Deployed in its place.
    """
    state.cause = frame.cause
    frame.index += 1
    if frame.index == 1:
        trigger_reactions(state, frame.data["event"])  # type: ignore[typeddict-item]  # set by push_exchange
    elif frame.index == 2:
        _push_leaving_lines(state, frame)  # type: ignore[arg-type]  # likewise
    else:
        state.finish(frame)
        _exchange(state, frame)


def _exchange(state: ChampionsState, frame: Frame[LeaveData]) -> None:
    seat, new = state.seats[frame.controller], frame.data["new"]
    old = remove_from_limbo(state, frame.source)
    if new in seat.discard:
        index = seat.discard.index(new)
        seat.discard[index : index + 1] = old if frame.kind == "swap" else ()
        if frame.kind == "replace":
            seat.discard.extend(old)
    elif new in seat.hand:
        seat.hand.remove(new)
        seat.left_hand = True
        (seat.hand if frame.kind == "swap" else seat.discard).extend(old)
    else:
        seat.discard.extend(old)
        return
    if find_in_limbo(state, new) is None:
        push_deploy(state, frame.controller, new, frame.data["lane"])
