"""Queries of round clocks and time extensions."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db.models import BigIntegerField, F, QuerySet, Sum
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.infra.database.compiled_queries import (
    CompiledQuery,
    KeyIn,
    Parameter,
    instances_from,
    or_none,
    prefixed_columns,
)
from epic_events.judging.clock.models import ClockMove, EventClock, TimeExtension
from epic_events.judging.clock.timing import Clock, Kind, Move, get_table_end, replay_moves
from epic_events.pairings.models import Match, Round


class ClockState(StrEnum):
    """The state of a round clock."""

    READY = "ready"  # not started
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"  # the time is up, but time was not called yet
    CALLED = "called"  # time was called


CLOCK_STATES: Final = tuple(state.value for state in ClockState)


@dataclass(frozen=True)
class RoundClock:
    """The clock of a round at one moment.

    Attributes:
        round: the round, with its stage loaded.
        clock: the clock after all moves.
        now: server time of the reading.
        moves: number of moves.
    """

    round: Round
    clock: Clock
    now: datetime
    moves: int = 0

    @property
    def state(self) -> ClockState:
        """The state at ``now``."""
        if self.round.time_called_at is not None:
            return ClockState.CALLED
        if self.clock.started_at is None:
            return ClockState.READY
        if self.clock.paused_at is not None:
            return ClockState.PAUSED
        return ClockState.UP if self.left_seconds <= 0 else ClockState.RUNNING

    @property
    def left_seconds(self) -> int:
        """Seconds left, rounded up; 0 after the end, the planned length before the start."""
        left = self.clock.time_left(self.now)
        if left is None:
            return 60 * (self.round.stage.minutes or 0)
        return max(0, -(-left // timedelta(seconds=1)))

    def end_for_table(self, minutes: int = 0) -> datetime | None:
        """Return the end time of a table with a time extension of ``minutes``.

        None if the clock is not running and time was not called.
        """
        return get_table_end(self.clock.ends_at, self.round.time_called_at, minutes)

    def plays_on(self, minutes: int) -> bool:
        """Return True if a table with this time extension plays on after the call of time."""
        end = self.end_for_table(minutes)
        return self.state is ClockState.CALLED and minutes > 0 and end is not None and end > self.now


def get_round_clock(round_: Round, now: datetime | None = None) -> RoundClock:
    """Return the clock of a round. One query.

    Moves before the last publication of the round are ignored.
    """
    return get_round_clocks([round_], now)[round_.pk]


def get_round_clocks(rounds: Iterable[Round], now: datetime | None = None) -> dict[int, RoundClock]:
    """Return the clocks of rounds by round id. One query, none without rounds."""
    rounds_by_key = {round_.pk: round_ for round_ in rounds}
    moves_by_round: dict[int, list[Move]] = {pk: [] for pk in rounds_by_key}
    for key, kind, at, seconds in _SELECT_MOVES.rows(rounds=list(rounds_by_key)) if rounds_by_key else ():
        moves_by_round[key].append(Move(Kind(kind), at, seconds))
    now = now or timezone.now()
    return {
        pk: RoundClock(rounds_by_key[pk], replay_moves(moves), now, len(moves)) for pk, moves in moves_by_round.items()
    }


def _select_moves() -> QuerySet[ClockMove, tuple[int | None, str, datetime, int]]:
    moves = ClockMove.objects.filter(KeyIn("round_id", "rounds"), at__gte=F("round__published_at")).order_by("pk")
    return moves.values_list("round_id", "kind", "at", "seconds")


_SELECT_MOVES: Final = CompiledQuery(_select_moves)


def extension_minutes_by_match(round_: Round) -> dict[int, int]:
    """Return the total time extension in minutes by match id. One query."""
    extensions = TimeExtension.objects.active().filter(match__round=round_).order_by()
    return dict(extensions.values("match_id").annotate(all=Sum("minutes")).values_list("match_id", "all"))


def get_player_extension(round_: Round, player: User) -> int:
    """Return the time extension in minutes of a player's unfinished match. One query."""
    own = TimeExtension.objects.active().filter(match__seats__registration__player__user=player)
    total = own.filter(match__round=round_).exclude(match__status=Match.Status.CONFIRMED).aggregate(all=Sum("minutes"))
    return total["all"] or 0


def list_extensions(match: Match) -> list[TimeExtension]:
    """Return the active time extensions of a match, oldest first. One query."""
    extensions = []
    for row in _SELECT_EXTENSIONS.rows(match=match.pk):
        extension, by = instances_from(row, TimeExtension, User)
        extension.by, extension.match = or_none(by), match
        extensions.append(extension)
    return extensions


def _select_extensions() -> QuerySet[TimeExtension, tuple[Any, ...]]:
    active = TimeExtension.objects.active().filter(match_id=Parameter("match", BigIntegerField()))
    return active.order_by("pk").values_list(*prefixed_columns({"": TimeExtension, "by__": User}))


_SELECT_EXTENSIONS: Final = CompiledQuery(_select_extensions)


def calls_time(event: Event) -> bool:
    """Return True if the clocks of an event call time automatically. One query."""
    return EventClock.objects.filter(event=event, calls_time=True).exists()


@dataclass(frozen=True)
class OpenTable:
    """A table without a result.

    Attributes:
        match: the match, without its seats.
        minutes: its time extension in minutes.
        ends_at: its end time; None if unknown because the clock is not running.
    """

    match: Match
    minutes: int
    ends_at: datetime | None


def open_tables(round_clock: RoundClock) -> list[OpenTable]:
    """Return the unfinished tables of a round, ordered by end time. Two queries."""
    longer = extension_minutes_by_match(round_clock.round)
    matches = round_clock.round.matches.open().filter(table__isnull=False).order_by("table")
    tables = [
        OpenTable(match, longer.get(match.pk, 0), round_clock.end_for_table(longer.get(match.pk, 0)))
        for match in matches
    ]
    return sorted(tables, key=lambda table: table.minutes)
