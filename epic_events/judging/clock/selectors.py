"""Clocks and extensions as pages and the API read them."""

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
    """What the clock of a round is doing."""

    READY = "ready"  # not started
    RUNNING = "running"
    PAUSED = "paused"
    UP = "up"  # the time is up, and nobody has called it
    CALLED = "called"  # time was called


CLOCK_STATES: Final = tuple(state.value for state in ClockState)


@dataclass(frozen=True)
class RoundClock:
    """The clock of a round at one moment.

    Attributes:
        round: the round, its stage at hand.
        clock: what follows from all that was done to it.
        now: the server's time at which it was read.
        moves: how many things were done to it.
    """

    round: Round
    clock: Clock
    now: datetime
    moves: int = 0

    @property
    def state(self) -> ClockState:
        """What it is doing at that moment."""
        if self.round.time_called_at is not None:
            return ClockState.CALLED
        if self.clock.started_at is None:
            return ClockState.READY
        if self.clock.paused_at is not None:
            return ClockState.PAUSED
        return ClockState.UP if self.left_seconds <= 0 else ClockState.RUNNING

    @property
    def left_seconds(self) -> int:
        """Whole seconds left, counted as a clock on the wall does: 0 once it is up; before the start the length."""
        left = self.clock.time_left(self.now)
        if left is None:
            return 60 * (self.round.stage.minutes or 0)
        return max(0, -(-left // timedelta(seconds=1)))

    def end_for_table(self, minutes: int = 0) -> datetime | None:
        """Return when the time of a table is up that plays so many minutes longer; None while nobody knows."""
        return get_table_end(self.clock.ends_at, self.round.time_called_at, minutes)

    def plays_on(self, minutes: int) -> bool:
        """Whether a table with so many minutes more plays on although time was called in the round."""
        end = self.end_for_table(minutes)
        return self.state is ClockState.CALLED and minutes > 0 and end is not None and end > self.now


def get_round_clock(round_: Round, now: datetime | None = None) -> RoundClock:
    """Return the clock of a round; one query. What was done before the round was published for good does not count."""
    return get_round_clocks([round_], now)[round_.pk]


def get_round_clocks(rounds: Iterable[Round], now: datetime | None = None) -> dict[int, RoundClock]:
    """Return the clocks of rounds by their keys; one query, none without rounds."""
    rounds_by_key = {round_.pk: round_ for round_ in rounds}
    moves_by_round: dict[int, list[Move]] = {pk: [] for pk in rounds_by_key}
    for key, kind, at, seconds in _SELECT_MOVES.rows(rounds=list(rounds_by_key)) if rounds_by_key else ():
        moves_by_round[key].append(Move(Kind(kind), at, seconds))
    now = now or timezone.now()
    return {
        pk: RoundClock(rounds_by_key[pk], replay_moves(moves), now, len(moves)) for pk, moves in moves_by_round.items()
    }


def _select_moves() -> QuerySet[ClockMove, tuple[int, str, datetime, int]]:
    moves = ClockMove.objects.filter(KeyIn("round_id", "rounds"), at__gte=F("round__published_at")).order_by("pk")
    return moves.values_list("round_id", "kind", "at", "seconds")


_SELECT_MOVES: Final = CompiledQuery(_select_moves)


def extension_minutes_by_match(round_: Round) -> dict[int, int]:
    """Return how many minutes longer tables of a round play, by the key of the match; one query."""
    extensions = TimeExtension.objects.active().filter(match__round=round_).order_by()
    return dict(extensions.values("match_id").annotate(all=Sum("minutes")).values_list("match_id", "all"))


def get_player_extension(round_: Round, player: User) -> int:
    """Return how many minutes longer somebody's table of a round plays, as long as it has no result; one query."""
    own = TimeExtension.objects.active().filter(match__seats__registration__player__user=player)
    total = own.filter(match__round=round_).exclude(match__status=Match.Status.CONFIRMED).aggregate(all=Sum("minutes"))
    return total["all"] or 0


def list_extensions(match: Match) -> list[TimeExtension]:
    """Return the time that a table has more, the first one given first, with who gave it; one query."""
    extensions = []
    for row in _SELECT_EXTENSIONS.rows(match=match.pk):
        extension, by = instances_from(row, TimeExtension, User)
        extension.by, extension.match = or_none(by), match
        extensions.append(extension)
    return extensions


def _select_extensions() -> QuerySet[TimeExtension, tuple[Any, ...]]:
    standing = TimeExtension.objects.active().filter(match_id=Parameter("match", BigIntegerField()))
    return standing.order_by("pk").values_list(*prefixed_columns({"": TimeExtension, "by__": User}))


_SELECT_EXTENSIONS: Final = CompiledQuery(_select_extensions)


def calls_time(event: Event) -> bool:
    """Whether the clocks of an event call time by themselves; one query."""
    return EventClock.objects.filter(event=event, calls_time=True).exists()


@dataclass(frozen=True)
class OpenTable:
    """A table that still plays at the end of a round.

    Attributes:
        match: the match, without its seats.
        minutes: how many minutes longer it plays.
        ends_at: when its time is up; None while nobody knows.
    """

    match: Match
    minutes: int
    ends_at: datetime | None


def open_tables(shown: RoundClock) -> list[OpenTable]:
    """Return the tables of a round without a result in the order in which their time is up; two queries."""
    longer = extension_minutes_by_match(shown.round)
    matches = shown.round.matches.open().filter(table__isnull=False).order_by("table")
    tables = [
        OpenTable(match, longer.get(match.pk, 0), shown.end_for_table(longer.get(match.pk, 0))) for match in matches
    ]
    return sorted(tables, key=lambda table: table.minutes)
