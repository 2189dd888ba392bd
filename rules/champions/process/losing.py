"""Losing and winning: health 0, own cards that are finished first, giving up (5.1, 5.2)."""

from rules.champions.process.citing import cite
from rules.champions.readings import OWN_CARDS
from rules.champions.state import ChampionsState

EFFECTS = ("play", "use", "text", "reveal", "exhaust")
"""Frames of a card's effect; a sweep at the start of a turn, for one, is none."""


def settle(state: ChampionsState) -> None:
    """Look whose health has come to 0, and remove them now or once their own card is carried out."""
    at_zero = [
        number
        for number, seat in enumerate(state.seats)
        if seat.health == 0 and not seat.out and number not in state.falling
    ]
    for number in at_zero:
        state.falling = (*state.falling, number)
        state.happened("fall", (number,), cite("5.1.1"))
    if len(state.falling) > 1:
        win(state, state.turn, cite("5.1.5", "CH-37"))
    elif at_zero and not _is_own(state, at_zero[0]):
        fall(state)
    elif at_zero:
        state.happened("finishes", (at_zero[0],), cite("5.1.4", "CH-36"))


def _is_own(state: ChampionsState, seat: int) -> bool:
    """Whether the outermost effect under way is the player's own (5.1.4, CH-36)."""
    outermost = next((frame for frame in state.frames if frame.kind in EFFECTS), None)
    if outermost is None or outermost.controller != seat:
        return False
    return state.readings[OWN_CARDS] == 0 or outermost.kind in ("play", "use")


def fall(state: ChampionsState) -> bool:
    """Remove who is at 0 health, nothing of their own being under way; return whether somebody was."""
    if not state.falling or state.over:
        return state.over
    loser = state.falling[0]
    state.seats[loser].out = True
    rules = ("5.1.2", "5.1.3") if state.frames else ("5.1.1",)
    state.happened("removed", (loser,), cite(*rules))
    win(state, 1 - loser, cite("5.2.1", "5.2.2"))
    return True


def defeated(state: ChampionsState, seat: int, rules: tuple[str, ...]) -> None:
    """Remove a player for another reason than health."""
    state.seats[seat].out = True
    state.happened("removed", (seat,), rules)
    win(state, 1 - seat, cite("5.2.1", "5.2.2"))


def win(state: ChampionsState, seat: int, rules: tuple[str, ...]) -> None:
    """End the game."""
    state.happened("win", (seat,), rules)
    state.winner_seats = (seat,)
    state.phase = "over"
    state.pending = None
    state.frames.clear()
