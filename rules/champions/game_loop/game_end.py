"""Losing and winning a game (5.1, 5.2)."""

from rules.champions.game_loop.citations import cite
from rules.champions.interpretation_options import OWN_CARDS
from rules.champions.state import ChampionsState

EFFECTS = ("play", "deploy", "use", "text", "reveal", "exhaust", "give")
"""Kinds of frames that are effects of a card."""


def check_health(state: ChampionsState) -> None:
    """Remove players at 0 health; during their own effect, only after it ends (5.1.4)."""
    at_zero = [
        number
        for number, seat in enumerate(state.seats)
        if seat.health == 0 and not seat.out and number not in state.falling
    ]
    for number in at_zero:
        state.falling = (*state.falling, number)
        state.log_event("fall", (number,), cite("5.1.1"))
    if len(state.falling) > 1:
        end_game(state, state.turn, cite("5.1.5", "CH-37"))
    elif at_zero and not _is_own_effect(state, at_zero[0]):
        remove_defeated(state)
    elif at_zero:
        state.log_event("finishes", (at_zero[0],), cite("5.1.4", "CH-36"))


def _is_own_effect(state: ChampionsState, seat: int) -> bool:
    """Return True if the outermost effect is the player's own (5.1.4, CH-36)."""
    outermost = next((frame for frame in state.frames if frame.kind in EFFECTS), None)
    if outermost is None or outermost.controller != seat:
        return False
    return state.options[OWN_CARDS] == 0 or outermost.kind in ("play", "use")


def remove_defeated(state: ChampionsState) -> bool:
    """Remove the player marked as defeated, if any; return whether the game is over."""
    if not state.falling or state.over:
        return state.over
    loser = state.falling[0]
    state.seats[loser].out = True
    rules = ("5.1.2", "5.1.3") if state.frames else ("5.1.1",)
    state.log_event("removed", (loser,), cite(*rules))
    end_game(state, 1 - loser, cite("5.2.1", "5.2.2"))
    return True


def defeat_player(state: ChampionsState, seat: int, rules: tuple[str, ...]) -> None:
    """Remove a player who loses for a reason other than 0 health."""
    state.seats[seat].out = True
    state.log_event("removed", (seat,), rules)
    end_game(state, 1 - seat, cite("5.2.1", "5.2.2"))


def end_game(state: ChampionsState, seat: int, rules: tuple[str, ...]) -> None:
    """End the game with ``seat`` as winner."""
    state.log_event("win", (seat,), rules)
    state.winner_seats = (seat,)
    state.phase = "over"
    state.pending = None
    state.frames.clear()
