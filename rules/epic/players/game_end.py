"""The end of a game: wins, eliminations, draws (1.2[2], 1.5.4, I-17 to I-23)."""

from rules.epic.interpretation_options import ALL_AT_ZERO, FALLEN_TOGETHER
from rules.epic.players.departure import remove_players
from rules.epic.players.seats import clockwise_seats, neighbour
from rules.epic.state import RIGHTEOUS, EpicState, Frame, clear_values
from rules.epic.state.log import log_event
from rules.epic.variants import FIRST_BLOOD


def win_game(state: EpicState, seats: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """End the game with ``seats`` as its winners."""
    state.winner_seats = seats
    for seat in seats:
        log_event(state, "win", (seat,), rules)
    _end_game(state)


def eliminate(state: EpicState, teams: list[int], rules: tuple[str, ...]) -> None:
    """Eliminate ``teams`` at the same time and end the game if it is decided.

    The game ends if at most one team remains (1.2.1, I-19), and in Hunter - First Blood in any case (I-117). Otherwise
    it continues without the cards of the eliminated players.
    """
    fallen: list[int] = []
    for team in teams:
        state.teams[team].out = True
        for number, seat in enumerate(state.seats):
            if seat.team == team and not seat.out:
                seat.out = True
                fallen.append(number)
                log_event(state, "eliminated", (number,), rules)
    # The reach of effects may depend on the remaining players (Hunter).
    clear_values(state)
    remaining = {seat.team for seat in state.seats if not seat.out}
    if remaining and state.variant.first_blood:
        _end_first_blood_game(state, fallen)
    elif len(remaining) == 1:
        win_game(state, tuple(n for n, seat in enumerate(state.seats) if seat.team in remaining), ("1.2.1",))
    elif not remaining:
        last = _winner_of_tie(state, teams)
        if last >= 0:
            win_game(state, tuple(n for n, seat in enumerate(state.seats) if seat.team == last), ("1.5.4", "I-19"))
        else:
            draw_game(state, ("1.2.1", "1.5.4", "I-19"))
    else:
        remove_players(state, fallen)
        _push_rewards(state, fallen)


def _end_first_blood_game(state: EpicState, fallen: list[int]) -> None:
    """End a First Blood game: the players to the right of ``fallen`` win (I-117)."""
    option = state.options[FALLEN_TOGETHER] if len(fallen) > 1 else 0
    if option == 1:
        draw_game(state, (FIRST_BLOOD, "I-117"), "drawn-together")
        return
    counted = [next(seat for seat in clockwise_seats(state, state.turn) if seat in fallen)] if option else fallen
    rules = (FIRST_BLOOD, "I-117") if len(fallen) > 1 else (FIRST_BLOOD,)
    win_game(state, tuple(sorted({neighbour(state, seat, -1) for seat in counted})), rules)


def _push_rewards(state: EpicState, fallen: list[int]) -> None:
    """Push the rewards for players to the right of ``fallen`` (I-118)."""
    if any(state.variant.spoils):
        # The last frame pushed runs first.
        for seat in reversed(fallen):
            state.frames.append(Frame("spoils", neighbour(state, seat, -1), 0, None, state.cause))


def draw_game(state: EpicState, rules: tuple[str, ...], kind: str = "drawn-game") -> None:
    """End the game without a winner; ``kind`` is the kind of log event."""
    state.drawn = True
    log_event(state, kind, (), rules)
    _end_game(state)


def _winner_of_tie(state: EpicState, teams: list[int]) -> int:
    """Return the winner among teams eliminated simultaneously, -1 if none (I-19)."""
    if state.options[ALL_AT_ZERO] == 1:
        max_health = max(state.teams[team].health for team in teams)
        best = [team for team in teams if state.teams[team].health == max_health]
        return best[0] if len(best) == 1 else -1
    turn = state.seats[state.turn].team
    return turn if state.options[ALL_AT_ZERO] and turn in teams else -1


def check_health(state: EpicState) -> None:
    """Eliminate every team with 0 or less health (1.5.4)."""
    for team in state.teams:
        if team.health <= 0 and not team.out:
            _eliminate_fallen(state)
            return


def _eliminate_fallen(state: EpicState) -> None:
    fallen = [number for number, team in enumerate(state.teams) if team.health <= 0 and not team.out]
    gains = [trigger for trigger in state.noted if trigger.ability == RIGHTEOUS]
    late = any(state.seats[trigger.controller].team in fallen for trigger in gains)
    eliminate(state, fallen, ("1.2.2", "1.5.4", "5.13.3", "I-91") if late else ("1.2.2", "1.5.4"))


def _end_game(state: EpicState) -> None:
    state.phase = "over"
    state.stage = 0
    state.initiative = -1
    state.pending = None
