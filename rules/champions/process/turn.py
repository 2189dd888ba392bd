"""The five phases of a turn, the Battlefield Phase in its four steps (4.1)."""

from collections.abc import Iterator

from rules.champions.cards import Shape, When
from rules.champions.effects import text_of
from rules.champions.process.citing import cite
from rules.champions.process.losing import defeated, fall
from rules.champions.process.sweep import swept
from rules.champions.process.turning import into_limbo, push_instants
from rules.champions.readings import AS_REACHED, HAND_COUNTS, LANE_BY_LANE, ROTATING, SECOND_ROTATION, WHOSE_LEFT
from rules.champions.state import ChampionsState, Place, find
from rules.champions.state.places import both_sides, corner_of, has_ended, is_active, on_field
from rules.engine.decision import Decision
from rules.engine.state import Frame

ACTIONS = 2


def begin_turn(state: ChampionsState, seat: int) -> None:
    """Begin a turn: actions anew, the marks of the last turn gone, then what happens at its start (4.1.1)."""
    state.turn, state.turn_number, state.phase = seat, state.turn_number + 1, "start"
    state.actions, state.heroic, state.cause = ACTIONS, False, -1
    for player in state.seats:
        player.used, player.left_hand = (), False
        for lane in player.lanes:
            for piece in (lane.champion, lane.blessing):
                if piece is not None:
                    piece.done = ()
    state.happened("turn", (seat, state.turn_number), cite("4.1", "4.1.1.1", "CH-53"))
    swept(state, ("start", seat, 0, 0, seat))


def opening(state: ChampionsState) -> None:
    """Begin the first turn: the opening hands are drawn."""
    begin_turn(state, state.first)


def start(state: ChampionsState) -> None:
    """Go over to the Battlefield Phase."""
    if not fall(state):
        state.phase = "rotate"


def rotate(state: ChampionsState) -> None:
    """Turn every Smooth card, all at once (4.1.2.1): of both players, or of the turn player alone (CH-06).

    The second step has nothing to do, as passive effects are looked at whenever they matter (4.1.2.2); under the other
    reading of CH-07 everything turns again there.
    """
    state.cause = -1
    steps = [("4.1.2.1a", "4.1.2.1d"), ("4.1.2.2a", "CH-07")][: 1 + state.readings[SECOND_ROTATION]]
    for step in steps:
        turning = [place for place in _in_order(state) if _is_smooth(state, place)]
        if state.readings[ROTATING]:
            turning = [place for place in turning if place.seat == state.turn]
        rules = cite(*step, "2.5.1.10", "2.5.2.10", "2.4.2.2f", "CH-06")
        for place in turning:
            place.piece.corner += 1
            state.happened("rotate", (place.seat, place.piece.cid, place.piece.corner + 1), rules)
    state.phase = "exhaust"


def _in_order(state: ChampionsState) -> list[Place]:
    """Return the Blessings and Action cards on the field in their order, those of the turn player first (CH-08)."""
    every = [place for place in both_sides(state, state.turn) if place.row != "champion"]
    if not state.readings[LANE_BY_LANE]:
        return every
    backwards = -1 if state.readings[WHOSE_LEFT] else 1
    signs = {state.turn: 1, 1 - state.turn: backwards}
    return sorted(every, key=lambda place: (place.seat != state.turn, signs[place.seat] * place.lane))


def _is_smooth(state: ChampionsState, place: Place) -> bool:
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return corner is not None and corner.shape is Shape.SMOOTH


def exhaust(state: ChampionsState) -> None:
    """Take all cards that have come to their end into limbo, to be handled one after the other (4.1.2.3)."""
    state.cause = -1
    ended = [place for place in _in_order(state) if has_ended(state, place)]
    for place in ended:
        into_limbo(state, place)
    state.queue = tuple(place.piece.cid for place in ended)
    state.phase = "leaving"


def leaving(state: ChampionsState) -> None:
    """Handle the next Exhausted card, or go over to the instant effects."""
    if fall(state):
        return
    if state.queue:
        cid, *rest = state.queue
        state.queue = tuple(rest)
        lane = dict(state.limbo)[cid]
        state.frames.append(Frame("exhaust", state.owners[cid], cid, {"lane": lane}))
        return
    state.queue = _acting(state)
    state.phase = "instant"


def _acting(state: ChampionsState) -> tuple[int, ...]:
    """Return the active cards with instant effects in their order."""
    places = [place for place in _in_order(state) if is_active(state, place)]
    return tuple(place.piece.cid for place in places if text_of(state.table[place.piece.cid]).of(When.NOW))


def instant(state: ChampionsState) -> None:
    """Let the next card act that was active when the step began and still is (4.1.2.4, CH-10)."""
    if fall(state):
        return
    if not state.queue:
        state.phase = "action"
        return
    cid, *rest = state.queue
    state.queue = tuple(rest)
    if state.readings[AS_REACHED]:
        _look_again(state, cid)
    place = find(state, cid)
    if place is not None and is_active(state, place):
        rules = cite("4.1.2.4a", "4.1.2.4b", "CH-08", "CH-10", "CH-11", "CH-12")
        state.cause = -1
        state.cause = state.happened("acts", (place.seat, cid), rules)
        push_instants(state, place)


def _look_again(state: ChampionsState, reached: int) -> None:
    """Let every card after the one reached act that can by now, under the other reading of CH-10."""
    now = _acting(state)
    if reached in now:
        state.queue = now[now.index(reached) + 1 :]


def action(state: ChampionsState) -> None:
    """Ask for the next action, as long as there is one."""
    if fall(state):
        return
    if state.actions > 0:
        state.pending = Decision(state.turn, "act", rules=cite("4.1.3", "4.1.3.1a"))
    else:
        state.phase = "pass"


def passed(state: ChampionsState) -> None:
    """Draw a card for every action that is left (4.1.4.1)."""
    state.phase = "draw"
    state.frames.append(Frame("draw", state.turn, 0, {"left": state.actions, "why": "phase"}))


def draw(state: ChampionsState) -> None:
    """Go over to the end of the turn, and what happens then (4.1.5.1)."""
    state.phase, state.cause = "end", -1
    swept(state, ("end", state.turn, 0, 0, state.turn))


def end(state: ChampionsState) -> None:
    """Go over to the Empty Deck Check."""
    if not fall(state):
        state.phase = "check"


def check(state: ChampionsState) -> None:
    """Ask the turn player for a card if the deck is empty and nothing has left the hand this turn (4.1.5.5)."""
    seat = state.seats[state.turn]
    if seat.deck or seat.left_hand:
        next_turn(state)
        return
    cards = (*(place.piece.cid for place in _in_play(state)), *sorted(seat.hand))
    if cards:
        state.pending = Decision(state.turn, "give", cards, rules=cite("4.1.5.5c", "4.1.5.5b", "CH-39"))
    else:
        state.phase = "last"


def _in_play(state: ChampionsState) -> Iterator[Place]:
    return (place for place in on_field(state, state.turn) if place.row != "champion")


def last(state: ChampionsState) -> None:
    """Defeat the turn player who has neither an Action card nor a Blessing in play (CH-38), or end the turn."""
    in_play = any(True for _ in _in_play(state))
    if in_play or (state.readings[HAND_COUNTS] and state.seats[state.turn].hand):
        next_turn(state)
    else:
        defeated(state, state.turn, cite("4.1.5.5c", "5.1.1", "CH-38"))


def next_turn(state: ChampionsState) -> None:
    """Let the opponent have a turn (4.1.5.4)."""
    begin_turn(state, 1 - state.turn)
