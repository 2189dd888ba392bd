"""How a game ends: drawing out, elimination, everyone at 0 at once, concession (1.2[2], 1.5.4, I-17 to I-23)."""

from rules.epic.events import happened
from rules.epic.state import EpicState


def win(state: EpicState, seats: tuple[int, ...], rules: tuple[str, ...]) -> None:
    """End the game with ``seats`` as its winners."""
    state.winner_seats = seats
    for seat in seats:
        happened(state, "win", (seat,), rules)
    _over(state)


def eliminate(state: EpicState, teams: list[int], rules: tuple[str, ...]) -> None:
    """Put ``teams`` out of the game at the same moment; ends it when at most one team remains (1.2.1, I-19)."""
    for team in teams:
        state.teams[team].out = True
        for number, seat in enumerate(state.seats):
            if seat.team == team and not seat.out:
                seat.out = True
                happened(state, "eliminated", (number,), rules)
    remaining = {seat.team for seat in state.seats if not seat.out}
    if len(remaining) == 1:
        win(state, tuple(n for n, seat in enumerate(state.seats) if seat.team in remaining), ("1.2.1",))
    elif not remaining:
        state.drawn = True
        happened(state, "drawn-game", (), ("1.2.1", "1.5.4", "I-19"))
        _over(state)


def check_health(state: EpicState) -> None:
    """Eliminate every team whose health is 0 or less (1.5.4)."""
    fallen = [number for number, team in enumerate(state.teams) if team.health <= 0 and not team.out]
    if fallen:
        eliminate(state, fallen, ("1.2.2", "1.5.4"))


def _over(state: EpicState) -> None:
    state.phase = "over"
    state.stage = 0
    state.initiative = -1
    state.pending = None
