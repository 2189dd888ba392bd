"""The five phases of a turn, with the four steps of the Battlefield Phase (4.1)."""

from collections.abc import Iterator

from rules.champions.cards import Shape, When
from rules.champions.game_loop.abilities import abilities_of, push_instant_effects
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.game_end import defeat_player, remove_defeated
from rules.champions.game_loop.reactions import trigger_reactions
from rules.champions.game_loop.rotation import can_rotate, move_to_limbo
from rules.champions.interpretation_options import (
    AS_REACHED,
    HAND_COUNTS,
    LANE_BY_LANE,
    ROTATING,
    SECOND_ROTATION,
    WHOSE_LEFT,
)
from rules.champions.state import ChampionsState, Happening, Place, find_on_field
from rules.champions.state.places import (
    all_cards_on_field,
    cards_on_field,
    corner_of,
    find_in_limbo,
    is_active,
    is_exhausted,
)
from rules.engine.decision import Decision
from rules.engine.state import Frame

ACTIONS = 2


def begin_turn(state: ChampionsState, seat: int) -> None:
    """Begin a turn (4.1.1).

    The turn's counters are reset, then reactions to its start trigger.
    """
    state.turn, state.turn_number, state.phase = seat, state.turn_number + 1, "start"
    state.actions, state.heroic, state.cause = ACTIONS, False, -1
    for player in state.seats:
        player.used, player.left_hand = (), False
        for lane in player.lanes:
            for piece in (lane.champion, lane.blessing):
                if piece is not None:
                    piece.done = ()
    state.log_event("turn", (seat, state.turn_number), cite("4.1", "4.1.1.1", "CH-53"))
    trigger_reactions(state, Happening("start", seat, 0, 0, seat))


def begin_first_turn(state: ChampionsState) -> None:
    """Begin the first turn after the opening hands are drawn."""
    begin_turn(state, state.first)


def begin_battlefield_phase(state: ChampionsState) -> None:
    """Begin the Battlefield Phase, unless a player is removed first."""
    if not remove_defeated(state):
        state.phase = "rotate"


def rotate_smooth_cards(state: ChampionsState) -> None:
    """Rotate all Smooth cards at once (4.1.2.1), of both players or one (CH-06).

    The second step has no effect, as passive effects are evaluated on demand (4.1.2.2); with the second option of CH-07
    cards rotate again there.
    """
    state.cause = -1
    steps = [("4.1.2.1a", "4.1.2.1d"), ("4.1.2.2a", "CH-07")][: 1 + state.options[SECOND_ROTATION]]
    for step in steps:
        turning = [place for place in _cards_in_order(state) if _is_smooth(state, place)]
        if state.options[ROTATING]:
            turning = [place for place in turning if place.seat == state.turn]
        rules = cite(*step, "2.5.1.10", "2.5.2.10", "2.4.2.2f", "CH-06")
        for place in turning:
            place.piece.corner += 1
            state.log_event("rotate", (place.seat, place.piece.cid, place.piece.corner + 1), rules)
    state.phase = "exhaust"


def _cards_in_order(state: ChampionsState) -> list[Place]:
    """Return Blessings and Action cards on the field in order (CH-08).

    The turn player's come first.
    """
    every = [place for place in all_cards_on_field(state, state.turn) if place.row != "champion"]
    if not state.options[LANE_BY_LANE]:
        return every
    backwards = -1 if state.options[WHOSE_LEFT] else 1
    signs = {state.turn: 1, 1 - state.turn: backwards}
    return sorted(every, key=lambda place: (place.seat != state.turn, signs[place.seat] * place.lane))


def _is_smooth(state: ChampionsState, place: Place) -> bool:
    corner = corner_of(state.table[place.piece.cid], place.piece)
    return corner is not None and corner.shape is Shape.SMOOTH and can_rotate(state, place)


def exhaust_cards(state: ChampionsState) -> None:
    """Move all exhausted cards to limbo and queue them (4.1.2.3)."""
    state.cause = -1
    ended = [place for place in _cards_in_order(state) if is_exhausted(state, place)]
    for place in ended:
        move_to_limbo(state, place)
    state.queue = tuple(place.piece.cid for place in ended)
    state.phase = "leaving"


def handle_exhausted(state: ChampionsState) -> None:
    """Push a frame for the next queued Exhausted card, or begin the instant effects."""
    if remove_defeated(state):
        return
    if state.queue:
        cid, *rest = state.queue
        state.queue = tuple(rest)
        entry = find_in_limbo(state, cid)
        if entry is not None:
            state.frames.append(Frame("exhaust", state.owners[cid], cid, {"lane": entry.lane}))
        return
    state.queue = _acting_cards(state)
    state.phase = "instant"


def _acting_cards(state: ChampionsState) -> tuple[int, ...]:
    """Return the cards that may act in this step, in order.

    They are those of both players or of one (CH-06), and the active ones with instant effects or, with the second
    option of CH-10, all: each is looked at when it is reached.
    """
    places = _cards_in_order(state)
    if state.options[ROTATING]:
        places = [place for place in places if place.seat == state.turn]
    if not state.options[AS_REACHED]:
        places = [place for place in places if is_active(state, place) and abilities_of(state, place, When.NOW)]
    return tuple(place.piece.cid for place in places)


def run_instant_effects(state: ChampionsState) -> None:
    """Push the instant effects of the next queued card (4.1.2.4, CH-10).

    Only if it is still active.
    """
    if remove_defeated(state):
        return
    if not state.queue:
        state.phase = "action"
        return
    cid, *rest = state.queue
    state.queue = tuple(rest)
    if state.options[AS_REACHED]:
        _requeue(state, cid)
    place = find_on_field(state, cid)
    if place is not None and is_active(state, place) and abilities_of(state, place, When.NOW):
        rules = cite("4.1.2.4a", "4.1.2.4b", "CH-08", "CH-10", "CH-11", "CH-12")
        state.cause = -1
        state.cause = state.log_event("acts", (place.seat, cid), rules)
        push_instant_effects(state, place)


def _requeue(state: ChampionsState, reached: int) -> None:
    """Queue all cards after ``reached`` that are there now (second option of CH-10)."""
    now = _acting_cards(state)
    if reached in now:
        state.queue = now[now.index(reached) + 1 :]


def ask_for_action(state: ChampionsState) -> None:
    """Set the next action as pending decision, or end the phase if no actions remain."""
    if remove_defeated(state):
        return
    if state.actions > 0:
        state.pending = Decision(state.turn, "act", rules=cite("4.1.3", "4.1.3.1a"))
    else:
        state.phase = "pass"


def draw_for_unused_actions(state: ChampionsState) -> None:
    """Push the draws for unused actions, one card each (4.1.4.1)."""
    state.phase = "draw"
    state.frames.append(Frame("draw", state.turn, 0, {"left": state.actions, "why": "phase"}))


def begin_end_phase(state: ChampionsState) -> None:
    """Begin the End Phase and trigger reactions to the end of the turn (4.1.5.1)."""
    state.phase, state.cause = "end", -1
    trigger_reactions(state, Happening("end", state.turn, 0, 0, state.turn))


def begin_empty_deck_check(state: ChampionsState) -> None:
    """End lasting effects and begin the Empty Deck Check.

    The check is left out if a player is removed first.
    """
    if not remove_defeated(state):
        _end_lasting_effects(state)
        state.phase = "check"


def _end_lasting_effects(state: ChampionsState) -> None:
    """End Dormant and granted lines that last until the end of this turn."""
    for place in all_cards_on_field(state, state.turn):
        piece = place.piece
        if piece.dormant and piece.dormant <= state.turn_number:
            piece.dormant = 0
            state.log_event("awake", (place.seat, piece.cid), cite("6.1.2/dormant", "CH-50"))
        if any(granted.until <= state.turn_number for granted in piece.granted):
            piece.granted = tuple(granted for granted in piece.granted if granted.until > state.turn_number)
            state.log_event("ungranted", (place.seat, piece.cid), cite("2.7.1"))


def run_empty_deck_check(state: ChampionsState) -> None:
    """Require a card to be given up (4.1.5.5).

    This is so if the deck is empty and none left the hand.
    """
    seat = state.seats[state.turn]
    if seat.deck or seat.left_hand:
        begin_next_turn(state)
        return
    cards = (*(place.piece.cid for place in _cards_in_play(state)), *sorted(seat.hand))
    if cards:
        state.pending = Decision(state.turn, "give", cards, rules=cite("4.1.5.5c", "4.1.5.5b", "CH-39"))
    else:
        state.phase = "last"


def _cards_in_play(state: ChampionsState) -> Iterator[Place]:
    return (place for place in cards_on_field(state, state.turn) if place.row != "champion")


def check_defeat(state: ChampionsState) -> None:
    """End the turn.

    A turn player without Action cards and Blessings in play loses (CH-38).
    """
    in_play = any(True for _ in _cards_in_play(state))
    if in_play or (state.options[HAND_COUNTS] and state.seats[state.turn].hand):
        begin_next_turn(state)
    else:
        defeat_player(state, state.turn, cite("4.1.5.5c", "5.1.1", "CH-38"))


def begin_next_turn(state: ChampionsState) -> None:
    """Begin the opponent's turn (4.1.5.4)."""
    begin_turn(state, 1 - state.turn)
