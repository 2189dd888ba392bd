"""Choice of the team members affected by an effect on one opposing player (I-154)."""

from typing import Final

from rules.engine.decision import Decision
from rules.epic.effects import ActivePlayer, Selector, That
from rules.epic.interpretation_options import MEMBER_MEANT
from rules.epic.players.seats import are_allied, side_members
from rules.epic.selection.evaluation import PickPending, select
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.log import log_event

RULES: Final = ("1.2[1]", "I-154")
TEAM_CHOOSES: Final = 1
EACH_MEMBER: Final = 2
"""Options of I-154 besides the first, by which the lowest seat represents its team."""


def select_players(state: EpicState, frame: TextFrame, selector: Selector) -> list[int]:
    """Return the players that ``selector`` selects; of a team, the affected members.

    Call it before any other part of the instruction is evaluated.

    Raises:
        PickPending: as ``select``, or a team chooses one of its members.
    """
    seats = select(state, frame, selector)
    if not state.variant.shared or not _selects_one_team(state, frame, selector, seats):
        return seats
    team = [seat for seat in side_members(state, seats[0]) if not state.seats[seat].out]
    option = state.options[MEMBER_MEANT]
    if option == TEAM_CHOOSES and len(team) > 1:
        picks: tuple[int, ...] = frame.data.get("picks", ())
        used = frame.data["used"]
        if used == len(picks):
            state.pending = Decision(team[0], "choose", tuple(team), source=frame.source, rules=RULES)
            raise PickPending
        frame.data["used"] = used + 1
        return [picks[used]]
    meant = team if option == EACH_MEMBER else seats
    for seat in meant if len(team) > 1 else ():
        log_event(state, "member", (seat, frame.source), RULES)
    return meant


def _selects_one_team(state: EpicState, frame: TextFrame, selector: Selector, seats: list[int]) -> bool:
    """Return True if ``selector`` selects one player and that player is a team."""
    if len(seats) != 1:
        return False
    if isinstance(selector, ActivePlayer):
        return not are_allied(state, frame.controller, seats[0])
    return isinstance(selector, That) and bool(frame.data.get("side"))
