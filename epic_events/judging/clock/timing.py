"""Pure functions that compute the state of a clock from its moves.

The end time follows from the moves, and the time left from the end time. No process counts down, so server restarts
and page reloads do not affect a clock.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

ZERO: Final = timedelta()


class Kind(StrEnum):
    """The kind of a clock move."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    ADD = "add"
    TIME = "time"  # time was called by the clock itself
    SET_BACK = "set_back"  # back to the state before the start


@dataclass(frozen=True)
class Move:
    """An action on a clock.

    Attributes:
        kind: the action.
        at: time of the action, timezone-aware.
        seconds: length for a start; added time, possibly negative, for an addition; otherwise 0.
    """

    kind: Kind
    at: datetime
    seconds: int = 0


@dataclass(frozen=True)
class Clock:
    """The state of a clock after its moves.

    Attributes:
        started_at: time of the start; None before the start.
        duration: total running time: length of the round plus added time.
        paused_for: total length of finished pauses.
        paused_at: start of the current pause; None while running.
        called_end: the end time for which the clock has called time; None before that.
    """

    started_at: datetime | None = None
    duration: timedelta = ZERO
    paused_for: timedelta = ZERO
    paused_at: datetime | None = None
    called_end: datetime | None = None

    @property
    def is_running(self) -> bool:
        """True if the clock is started and not paused."""
        return self.started_at is not None and self.paused_at is None

    @property
    def ends_at(self) -> datetime | None:
        """The end time; None before the start and during a pause."""
        return self._end if self.is_running else None

    @property
    def _end(self) -> datetime | None:
        return None if self.started_at is None else self.started_at + self.duration + self.paused_for

    def time_left(self, now: datetime) -> timedelta | None:
        """Return the time left at a moment, negative after the end; None before the start."""
        end = self._end
        return None if end is None else end - (self.paused_at or now)

    def is_due(self, now: datetime) -> bool:
        """Return True if the time is up and time was not called for this end time."""
        return self.ends_at is not None and self.ends_at <= now and self.called_end != self.ends_at


def replay_moves(moves: Iterable[Move]) -> Clock:
    """Return the clock after moves in order. Impossible moves are ignored."""
    clock = Clock()
    for move in moves:
        clock = _apply_move(clock, move)
    return clock


def _apply_move(clock: Clock, move: Move) -> Clock:
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
    """Return the increase of the duration for added time.

    Time added after the end counts from the addition, so the overrun is added too.
    """
    left = clock.time_left(move.at) or ZERO
    return timedelta(seconds=move.seconds) + max(ZERO, -left if move.seconds > 0 else ZERO)


def get_table_end(end: datetime | None, called_at: datetime | None, minutes: int) -> datetime | None:
    """Return the end time of one table; None if unknown.

    Args:
        end: end time of the round; None if unknown.
        called_at: when time was called in the round; None if not called.
        minutes: time extension of the table.
    """
    base = called_at or end
    return None if base is None else base + timedelta(minutes=minutes)
