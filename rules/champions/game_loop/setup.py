"""Game setup: placing Champions, health, opening hands (3.2)."""

from typing import Final

from rules.champions.game_loop.citations import cite
from rules.champions.state import ChampionsState
from rules.engine.decision import Decision
from rules.engine.state import Frame

ORDER: Final = (0, 1, 1, 0, 0, 1, 1, 0)
"""Order of placing Champions: 0 is the first player (3.2.2.2 to 3.2.2.6)."""
PLACING: Final = ("3.2.2.2", "3.2.2.3", "3.2.2.3", "3.2.2.4", "3.2.2.4", "3.2.2.5", "3.2.2.5", "3.2.2.6")
OPENING: Final = (4, 5)
STARTING_HEALTH: Final = 30
MAX_HEALTH: Final = 35


def place_champions(state: ChampionsState) -> None:
    """Set the placement of the next Champion as pending decision.

    After the last one, set the players' health and push the draws of the opening hands.
    """
    placed = sum(lane.champion is not None for seat in state.seats for lane in seat.lanes)
    if placed < len(ORDER):
        seat = state.first if ORDER[placed] == 0 else 1 - state.first
        cards = tuple(sorted(state.seats[seat].waiting))
        state.pending = Decision(seat, "place", cards, rules=cite(PLACING[placed], "3.2.2.1"))
        return
    for number, player in enumerate(state.seats):
        champions = [state.table[lane.champion.cid] for lane in player.lanes if lane.champion is not None]
        health = STARTING_HEALTH + sum(card.health or 0 for card in champions)
        player.health = min(MAX_HEALTH, health)
        state.log_event("health", (number, player.health), cite("3.2.2.7", "2.13.1", "2.13.2"))
    state.phase = "opening"
    for turn, cards_drawn in reversed(tuple(enumerate(OPENING))):
        seat = state.first if turn == 0 else 1 - state.first
        state.frames.append(Frame("draw", seat, 0, {"left": cards_drawn, "why": "opening"}))
