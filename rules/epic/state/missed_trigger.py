"""A triggered ability that players forgot, imagined: the game as it would be had it not been carried out (I-101)."""

from typing import NamedTuple

from rules.epic.state.log import log_event
from rules.epic.state.model import EpicState


class MissedTrigger(NamedTuple):
    """One time that an ability triggered.

    Attributes:
        source, ability: whose ability, and which. number: which time it is carried out in this game, from 1.
    """

    source: int
    ability: int
    number: int


def last_occurrence(state: EpicState, source: int, ability: int, *, waits: bool) -> MissedTrigger:
    """Return the last time that an ability triggered: it ``waits`` to be carried out, or it was."""
    return MissedTrigger(source, ability, _carried_out(state, source, ability) + waits)


def _carried_out(state: EpicState, source: int, ability: int) -> int:
    return sum(event.kind in {"resolve", "forgotten"} and event.args[1:] == (source, ability) for event in state.log)


def drop_missed_trigger(state: EpicState) -> None:
    """Take the trigger that this game leaves out off the batch, where it is its time."""
    forgotten = state.missed_trigger
    if forgotten is None:
        return
    source, ability, number = forgotten
    its_time = _carried_out(state, source, ability) == number - 1
    for trigger in state.batch if its_time else ():
        if (trigger.source, trigger.ability) == (source, ability):
            state.batch.remove(trigger)
            log_event(state, "forgotten", (trigger.controller, source, ability), ("I-101",))
            return
