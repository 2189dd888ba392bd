"""What a clock shows, worked out from what was done to it: pure functions, no Django.

Nothing here counts: from the moves follows when the time ends, and from that what is left at any moment. So a server
that was away, a page that was reloaded and a phone that is switched on again all come to the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

ZERO: Final = timedelta()


class Kind(StrEnum):
    """What can be done to a clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    ADD = "add"
    TIME = "time"  # the clock itself has called time
    SET_BACK = "set_back"  # as before it was started


@dataclass(frozen=True)
class Move:
    """One thing done to a clock.

    Attributes:
        kind: what.
        at: when, with a time zone.
        seconds: at a start how long it runs, of added time how much, which may be less than 0; else 0.
    """

    kind: Kind
    at: datetime
    seconds: int = 0


@dataclass(frozen=True)
class Clock:
    """A clock after all that was done to it.

    Attributes:
        started_at: when it was started; None before that.
        given: how long it runs in all: the length of the round and what was added.
        paused_for: how long it stood still before it was last resumed.
        paused_at: since when it stands still; None while it runs.
        called_end: the end at which it called time itself; None while it has not.
    """

    started_at: datetime | None = None
    duration: timedelta = ZERO
    paused_for: timedelta = ZERO
    paused_at: datetime | None = None
    called_end: datetime | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and does not stand still."""
        return self.started_at is not None and self.paused_at is None

    @property
    def ends_at(self) -> datetime | None:
        """When the time is up; None before the start, and while it stands still, for then nobody knows."""
        return self._end if self.is_running else None

    @property
    def _end(self) -> datetime | None:
        return None if self.started_at is None else self.started_at + self.duration + self.paused_for

    def time_left(self, now: datetime) -> timedelta | None:
        """Return what is left at a moment, less than nothing once the time is up; None before the start."""
        end = self._end
        return None if end is None else end - (self.paused_at or now)

    def is_due(self, now: datetime) -> bool:
        """Whether the time is up and the clock has not said so yet: it says it once for each end."""
        return self.ends_at is not None and self.ends_at <= now and self.called_end != self.ends_at


def replay_moves(moves: Iterable[Move]) -> Clock:
    """Return the clock after some moves in their order; what cannot be, such as a second start, changes nothing."""
    clock = Clock()
    for move in moves:
        clock = _apply_move(clock, move)
    return clock


def _apply_move(clock: Clock, move: Move) -> Clock:
    """Return the clock after one more move."""
    if move.kind is Kind.SET_BACK:
        return Clock()
    if clock.started_at is None:
        return Clock(move.at, timedelta(seconds=move.seconds)) if move.kind is Kind.START else clock
    changes: dict[str, Any] = {}
    if move.kind is Kind.PAUSE and clock.paused_at is None:
        changes = {"paused_at": move.at}
    elif move.kind is Kind.RESUME and clock.paused_at is not None:
        changes = {"paused_at": None, "paused_for": clock.paused_for + (move.at - clock.paused_at)}
    elif move.kind is Kind.ADD:
        changes = {"duration": clock.duration + _added_time(clock, move)}
    elif move.kind is Kind.TIME:
        changes = {"called_end": clock.ends_at}
    return replace(clock, **changes)


def _added_time(clock: Clock, move: Move) -> timedelta:
    """Return by how much a clock runs longer: time added when it is up counts from then, not from when it was up."""
    left = clock.time_left(move.at) or ZERO
    return timedelta(seconds=move.seconds) + max(ZERO, -left if move.seconds > 0 else ZERO)


def get_table_end(end: datetime | None, called_at: datetime | None, minutes: int) -> datetime | None:
    """Return when the time of one table is up.

    Args:
        end: when the time of the round is up; None while nobody knows.
        called_at: when time was called in the round; None while it has not been.
        minutes: how much longer this table plays than the others.
    """
    base = called_at or end
    return None if base is None else base + timedelta(minutes=minutes)
