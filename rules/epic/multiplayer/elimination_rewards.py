"""Rewards for eliminations in Hunter - Last One Standing (I-118)."""

from rules.epic.board.damage import gain_health
from rules.epic.board.zones import push_draw
from rules.epic.state import AnyFrame, EpicState
from rules.epic.variants import LAST_STANDING


def run_spoils(state: EpicState, frame: AnyFrame) -> None:
    """Give the player to the right of an eliminated player the reward: health, cards."""
    state.finish(frame)
    state.cause = frame.cause
    health, cards = state.variant.spoils
    gain_health(state, frame.controller, health, (LAST_STANDING, "I-118"))
    push_draw(state, frame.controller, cards, (LAST_STANDING, "I-118"))
