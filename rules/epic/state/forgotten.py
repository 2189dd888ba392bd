"""A triggered ability that players forgot, imagined: the game as it would be had it not been carried out (I-101)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from rules.epic.state.log import happened
from rules.epic.state.model import EpicState


class Forgotten(NamedTuple):
    """One time that an ability triggered.

    Attributes:
        source, ability: whose ability, and which. number: which time it is carried out in this game, from 1.
    """

    source: int
    ability: int
    number: int


_FORGOTTEN: Final[ContextVar[Forgotten | None]] = ContextVar("_FORGOTTEN", default=None)


@contextmanager
def forgetting(trigger: Forgotten) -> Iterator[None]:
    """Leave ``trigger`` out of every game that is played meanwhile."""
    token = _FORGOTTEN.set(trigger)
    try:
        yield
    finally:
        _FORGOTTEN.reset(token)


def time_of(state: EpicState, source: int, ability: int, *, waits: bool) -> Forgotten:
    """Return the last time that an ability triggered: it ``waits`` to be carried out, or it was."""
    return Forgotten(source, ability, _carried_out(state, source, ability) + waits)


def _carried_out(state: EpicState, source: int, ability: int) -> int:
    return sum(event.kind in {"resolve", "forgotten"} and event.args[1:] == (source, ability) for event in state.log)


def drop_forgotten(state: EpicState) -> None:
    """Take the forgotten trigger out of the batch, where it is its time."""
    forgotten = _FORGOTTEN.get()
    if forgotten is None:
        return
    source, ability, number = forgotten
    its_time = _carried_out(state, source, ability) == number - 1
    for trigger in state.batch if its_time else ():
        if (trigger.source, trigger.ability) == (source, ability):
            state.batch.remove(trigger)
            happened(state, "forgotten", (trigger.controller, source, ability), ("I-101",))
            return
