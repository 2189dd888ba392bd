"""Event cards after resolution (2.2.4, 3.2.4)."""

from rules.epic.board.zones import put_into_discard, take_from_zone
from rules.epic.plays.allies import trigger_allies_after_event
from rules.epic.state import EpicState, Frame
from rules.epic.state.frame_data import EventCardData
from rules.epic.state.log import log_event


def finish_event_card(state: EpicState, frame: Frame[EventCardData]) -> None:
    """Put a resolved event card into its owner's discard pile (2.2.4, 3.2.4, I-59)."""
    state.finish(frame)
    state.cause = frame.cause
    cid = frame.source
    # Its own text may have moved it, or it left the game with its owner (1.9.3).
    if cid in state.seats[state.owners[cid]].supplemental:
        take_from_zone(state, cid)
        log_event(state, "event-done", (state.owners[cid], cid), ("2.2.4", "3.2.4", "I-59"))
        put_into_discard(state, cid)
    trigger_allies_after_event(state, frame)
