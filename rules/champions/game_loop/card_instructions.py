"""Instructions about cards on the field.

They Remove, Exhaust, rotate or make cards Dormant, grant lines, exchange lanes.
"""

from rules.champions.cards.instructions import (
    Exhaust,
    Grant,
    Instead,
    MakeDormant,
    Remove,
    Restart,
    Return,
    Rotate,
    SwapLanes,
    Trigger,
)
from rules.champions.effects import granting_part
from rules.champions.game_loop.abilities import ability_of_frame, push_instant_effects
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.leaving import push_remove, push_returns
from rules.champions.game_loop.rotation import move_to_limbo, restart_card
from rules.champions.game_loop.text_execution import (
    IN_FRONT,
    INSTRUCTIONS,
    WITH_CORNERS,
    choose_cards,
    execute,
    forget,
    report,
)
from rules.champions.state import ChampionsState, FrameData, Granted
from rules.engine.state import Frame


@INSTRUCTIONS.executes(Remove)
def execute_remove(state: ChampionsState, frame: Frame[FrameData], node: Remove) -> None:
    """Push the Remove of the cards.

    It reports its effect when they have left the field.
    """
    places = choose_cards(state, frame, node.cards, IN_FRONT)
    if places is None:
        return
    report(state, frame, done=bool(places))
    forget(frame, "done")
    if places:
        state.cause = state.log_event("removes", (frame.controller, frame.source), cite("6.1.2/remove"))
        push_remove(state, frame, places)


@INSTRUCTIONS.executes(Exhaust)
def execute_exhaust(state: ChampionsState, frame: Frame[FrameData], node: Exhaust) -> None:
    """Move the cards to limbo and push their Exhausting, one after the other.

    See 4.1.2.3c, CH-14.
    """
    places = choose_cards(state, frame, node.cards, WITH_CORNERS)
    if places is None:
        return
    report(state, frame, done=bool(places))
    for place in places:
        move_to_limbo(state, place)
    for place in reversed(places):
        state.frames.append(Frame("exhaust", place.seat, place.piece.cid, {"lane": place.lane}, state.cause))


@INSTRUCTIONS.executes(Rotate)
def execute_rotate(state: ChampionsState, frame: Frame[FrameData], node: Rotate) -> None:
    """Push the rotation of the cards, corner by corner."""
    places = choose_cards(state, frame, node.cards)
    if places is None:
        return
    report(state, frame, done=bool(places))
    for place in reversed(places):
        data: FrameData = {"left": abs(node.corners), "why": "back" if node.corners < 0 else "forward"}
        state.frames.append(Frame("rotate", place.seat, place.piece.cid, data, state.cause))


@INSTRUCTIONS.executes(Restart)
def execute_restart(state: ChampionsState, frame: Frame[FrameData], node: Restart) -> None:
    """Set the cards to their first corner."""
    places = choose_cards(state, frame, node.cards, WITH_CORNERS)
    if places is None:
        return
    report(state, frame, done=any(place.piece.corner and not place.piece.dormant for place in places))
    for place in reversed(places):
        restart_card(state, place)


@INSTRUCTIONS.executes(Trigger)
def execute_trigger(state: ChampionsState, frame: Frame[FrameData], node: Trigger) -> None:
    """Push the instant effects of the cards.

    Effects at the start of a turn are left out (4.1.1.4).
    """
    places = choose_cards(state, frame, node.cards, WITH_CORNERS)
    if places is None:
        return
    report(state, frame, done=bool(places))
    for place in reversed(places):
        state.log_event("triggers", (place.seat, place.piece.cid), cite("4.1.1.4", "4.1.2.4b", "2.5.1.7"))
        push_instant_effects(state, place)


@INSTRUCTIONS.executes(Return)
def execute_return(state: ChampionsState, frame: Frame[FrameData], node: Return) -> None:
    """Push the way of the cards to their owners' hands."""
    places = choose_cards(state, frame, node.cards, IN_FRONT)
    if places is None:
        return
    report(state, frame, done=bool(places))
    push_returns(state, frame, places)


def turn_of(state: ChampionsState, seat: int, until: str) -> int:
    """Return the number of the turn with whose end something is over.

    Args:
        state: the game.
        seat: the player of the effect.
        until: one of ``rules.champions.cards.instructions.UNTIL``.
    """
    if until == "end of turn":
        return state.turn_number
    player = 1 - seat if "foe" in until else seat
    return state.turn_number + (2 if state.turn == player else 1)


@INSTRUCTIONS.executes(MakeDormant)
def execute_dormant(state: ChampionsState, frame: Frame[FrameData], node: MakeDormant) -> None:
    """Make the cards Dormant."""
    places = choose_cards(state, frame, node.cards, WITH_CORNERS)
    if places is None:
        return
    report(state, frame, done=bool(places))
    for place in places:
        place.piece.dormant = max(place.piece.dormant, turn_of(state, frame.controller, node.until))
        args = (place.seat, place.piece.cid, place.piece.dormant)
        state.log_event("dormant", args, cite("6.1.2/dormant", "CH-50"))


@INSTRUCTIONS.executes(Grant)
def execute_grant(state: ChampionsState, frame: Frame[FrameData], node: Grant) -> None:
    """Add the line to the cards, behind all that they have (2.7.1)."""
    places = choose_cards(state, frame, node.cards, IN_FRONT)
    if places is None:
        return
    report(state, frame, done=bool(places))
    card, line = state.table[frame.source], ability_of_frame(state, frame).line
    granted = Granted(card.name, line, granting_part(card, line, node), turn_of(state, frame.controller, node.until))
    for place in places:
        place.piece.granted = (*place.piece.granted, granted)
        state.log_event("granted", (place.seat, place.piece.cid, granted.until), cite("2.7.1", "CH-21"))


@INSTRUCTIONS.executes(SwapLanes)
def execute_swap_lanes(state: ChampionsState, frame: Frame[FrameData], node: SwapLanes) -> None:
    """Exchange two whole lanes; corners and marks stay (2.10.4)."""
    places = choose_cards(state, frame, node.cards)
    if places is None:
        return
    report(state, frame, done=len(places) > 1)
    if len(places) < 2:
        return
    first, second = places
    lanes = state.seats[first.seat].lanes
    lanes[first.lane], lanes[second.lane] = lanes[second.lane], lanes[first.lane]
    _follow_lanes(state, first.seat, {first.lane: second.lane, second.lane: first.lane})
    args = (first.seat, first.piece.cid, second.piece.cid)
    state.log_event("lanes", args, cite("2.10.4.1", "2.10.4.2"))


def _follow_lanes(state: ChampionsState, seat: int, moved: dict[int, int]) -> None:
    """Update limbo and the stack after two lanes of a player are exchanged."""
    state.limbo = tuple(
        each._replace(lane=moved.get(each.lane, each.lane)) if state.owners[each.cid] == seat else each
        for each in state.limbo
    )
    for frame in state.frames:
        if "lane" in frame.data and frame.controller == seat:
            frame.data["lane"] = moved.get(frame.data["lane"], frame.data["lane"])
        if "event" in frame.data:
            event = frame.data["event"]
            if event.owner == seat:
                event = event._replace(lane=moved.get(event.lane, event.lane))
            if event.subject and state.owners[event.subject] == seat:
                event = event._replace(subject_lane=moved.get(event.subject_lane, event.subject_lane))
            frame.data["event"] = event


@INSTRUCTIONS.executes(Instead)
def execute_instead(state: ChampionsState, frame: Frame[FrameData], node: Instead) -> None:
    """Execute what happens in place of an event."""
    execute(state, frame, node.instruction)
