"""Missed triggers: what-if games that skip one triggered ability (I-101)."""

from typing import NamedTuple

from rules.epic.state.log import log_event
from rules.epic.state.model import EpicState


class MissedTrigger(NamedTuple):
    """One occurrence of a triggered ability.

    Attributes:
        source: object or card with the ability.
        ability: index of the ability.
        number: number of the occurrence in this game, from 1.
    """

    source: int
    ability: int
    number: int


def last_occurrence(state: EpicState, source: int, ability: int, *, waits: bool) -> MissedTrigger:
    """Return the last time an ability triggered.

    Args:
        state: the game.
        source: object or card with the ability.
        ability: index of the ability.
        waits: whether the last occurrence still waits to resolve.
    """
    return MissedTrigger(source, ability, _count_resolved(state, source, ability) + waits)


def _count_resolved(state: EpicState, source: int, ability: int) -> int:
    return sum(event.kind in {"resolve", "forgotten"} and event.args[1:] == (source, ability) for event in state.log)


def drop_missed_trigger(state: EpicState) -> None:
    """Remove the missed trigger from the batch once it has been added."""
    missed = state.missed_trigger
    if missed is None:
        return
    source, ability, number = missed
    its_time = _count_resolved(state, source, ability) == number - 1
    for trigger in state.batch if its_time else ():
        if (trigger.source, trigger.ability) == (source, ability):
            state.batch.remove(trigger)
            log_event(state, "forgotten", (trigger.controller, source, ability), ("I-101",))
            return
