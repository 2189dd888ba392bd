"""Deploying a Unit or Spell by an effect (6.1.2/deploy)."""

from rules.champions.game_loop.citations import cite
from rules.champions.state import ChampionsState, LimboCard
from rules.engine.state import Frame


def push_deploy(state: ChampionsState, seat: int, cid: int, lane: int) -> None:
    """Move a card to limbo and push its ``deploy`` frame.

    The caller has taken it from its zone.
    """
    state.limbo = (*state.limbo, LimboCard(cid, lane))
    state.cause = state.log_event("deploy", (seat, cid, lane + 1), cite("6.1.2/deploy", "3.1.5a", "6.2/move"))
    state.frames.append(Frame("deploy", seat, cid, {"lane": lane}, state.cause))
