"""Queries for rounds, matches, tables and results.

They are limited by permission where a URL names them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db.models import BigIntegerField, Count, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.extensions import EVENT, READER
from epic_events.events.models import Event, Stage
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.infra.errors import MissingError
from epic_events.pairings.methods.standings import Result
from epic_events.pairings.models import Match, Round, Seat


def visible_rounds(request: HttpRequest, event: Event) -> QuerySet[Round]:
    """Return the rounds of an event that the user may see, in order."""
    rounds = Round.objects.visible_to(request.user).filter(stage__event=event)
    return rounds.select_related("stage").order_by("stage__order", "number")


def get_round_or_404(request: HttpRequest, event: Event, number: int, *, cut: bool) -> Round:
    """Return the round with this number, in the cut or in the stages before it.

    Rounds before the cut are numbered consecutively across stages.

    Raises:
        MissingError: there is no such round that the user may see.
    """
    rounds = visible_rounds(request, event).filter(number=number)
    brackets = Q(stage__kind__in=Stage.ELIMINATIONS)
    round_ = rounds.filter(brackets if cut else ~brackets).first()
    if round_ is None:
        raise MissingError(_("This round has not been published."))
    round_.stage.event = event
    return round_


def get_submitted_round(request: HttpRequest, event: Event) -> Round:
    """Return the round named by the submitted form.

    Forms name the round so that a stale page cannot change a newer round.

    Raises:
        MissingError: the round no longer exists.
    """
    pk = request.POST.get("round", "")
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
    round_ = rounds.filter(pk=pk).first() if pk.isdecimal() and len(pk) < 19 else None
    if round_ is None:
        raise MissingError(_("This round no longer exists. Open the desk to see the current state."))
    return round_


FINAL_COUNT: Final = Count("pk", filter=Q(status=Match.Status.CONFIRMED))


class ResultCounts(NamedTuple):
    """Number of tables of a round, byes excluded, and of tables with a final result."""

    played: int
    settled: int


def count_results(round_: Round) -> ResultCounts:
    """Count the tables and the final results of a round. One query."""
    rows = _COUNTED.rows(round=round_.pk)
    return ResultCounts(*rows[0]) if rows else ResultCounts(0, 0)


def _count_query() -> QuerySet[Match, tuple[Any, ...]]:
    tables = Match.objects.filter(round_id=Parameter("round", BigIntegerField()), table__isnull=False)
    counted = tables.order_by().values("round").annotate(played=Count("pk"), settled=FINAL_COUNT)
    return counted.values_list("played", "settled")


_COUNTED: Final = CompiledQuery(_count_query)


OPEN = ~Q(status=Match.Status.CONFIRMED)
LOST = Seat.Outcome.LOSS.value

SeatRow = tuple[Any, ...]
"""Match, player, points, games won, outcome, round, and health if it is recorded."""


def load_final_results(stages: Sequence[Stage], after: int | None = None) -> list[Result]:
    """Return the final results of these stages, byes included, up to round `after`.

    Two queries.
    """
    counted = Q(round__stage__in=stages) & ~Q(round__status=Round.Status.DRAFT)
    if after is not None:
        counted &= Q(round__number__lte=after)
    drawn, unsettled = _drawn_and_open(counted)
    fields = ["match_id", "registration_id", "points", "game_wins", "outcome", "round__number"]
    if any(stage.records_health for stage in stages):
        fields.append("health")
    seats = Seat.objects.filter(counted, points__isnull=False).order_by("match_id", "place")
    results: list[Result] = []
    first: SeatRow | None = None
    for seat in seats.values_list(*fields):
        if seat[0] in unsettled:
            continue
        if first is None:
            first = seat
        elif first[0] == seat[0]:
            results.append(_played(seat[5], drawn.get(seat[0], 0), first, seat))
            first = None
        else:
            results.append(_bye(first[5], first))
            first = seat
    if first is not None:
        results.append(_bye(first[5], first))
    return results


def _drawn_and_open(counted: Q) -> tuple[dict[int, int], set[int]]:
    """Return drawn games by match, and the matches without a final result.

    Only the counted rounds are considered.
    """
    drawn: dict[int, int] = {}
    unsettled: set[int] = set()
    matches = Match.objects.filter(counted).filter(Q(games_drawn__gt=0) | OPEN).order_by()
    for match, games_drawn, status in matches.values_list("pk", "games_drawn", "status"):
        drawn[match] = games_drawn
        if status != Match.Status.CONFIRMED:
            unsettled.add(match)
    return drawn, unsettled


def _played(round_: int, drawn: int, first: SeatRow, second: SeatRow) -> Result:
    _, one, points, wins, outcome, _, *health = first
    _, two, other_points, other_wins, other_outcome, _, *other_health = second
    both_lost = outcome == other_outcome == LOST
    return Result(round_, one, two, points, other_points, wins, other_wins, drawn, both_lost, *health, *other_health)


def _bye(round_: int, seat: SeatRow) -> Result:
    return Result(round_, seat[1], None, seat[2], first_wins=seat[3])


_ROUND: Final = Parameter("round", BigIntegerField())
_OF_SEAT: Final = ("pk", "registration_id", "registration__name", "registration__player__user_id")
_MATCH: Final = columns_of(Match)
_PLAYED: Final = columns_of(Round)


@dataclass(frozen=True)
class OwnTable:
    """The table of the current user.

    Attributes:
        match: the match, with its round and stage loaded.
        seat: the key of the user's seat.
        entry: the key of the user's registration.
        others: the names of the other players, by seat. Empty for a bye.
    """

    match: Match
    seat: int
    entry: int
    others: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """True if the user has a bye."""
        return not self.others


def load_own_table(round_: Round, viewer: object) -> OwnTable | None:
    """Return the user's table in a round, or `None` without one. One query."""
    if not isinstance(viewer, User):
        return None
    rows = _IN_ROUND.rows(round=round_.pk, reader=viewer.pk)
    return _table(rows, viewer, round_) if rows else None


def load_table_in_latest_round(event: Event, viewer: object) -> OwnTable | None:
    """Return the user's table in the latest published round of an event. One query."""
    return _with_round(_IN_LATEST, event, viewer)


def load_current_table(event: Event, viewer: object) -> OwnTable | None:
    """Return the user's table in the current round of an event. One query.

    If several rounds are in progress, the latest one counts.
    """
    return _with_round(_NOW, event, viewer) if event.status == Event.Status.RUNNING else None


def _with_round(query: CompiledQuery, event: Event, viewer: object) -> OwnTable | None:
    rows = query.rows(event=event.pk, reader=viewer.pk) if isinstance(viewer, User) else []
    if not rows or not isinstance(viewer, User):
        return None
    values = rows[0][len(_OF_SEAT) + len(_MATCH) :]
    round_ = instance_from(Round, values)
    round_.stage = instance_from(Stage, values[len(_PLAYED) :])
    round_.stage.event = event
    return _table([row for row in rows if row[len(_OF_SEAT)] == rows[0][len(_OF_SEAT)]], viewer, round_)


def _table(rows: Sequence[Sequence[Any]], viewer: User, round_: Round) -> OwnTable:
    """Build the table from the rows of its seats, ordered by seat."""
    match = instance_from(Match, rows[0][len(_OF_SEAT) :])
    match.round = round_
    seat, entry = next((row[0], row[1]) for row in rows if row[3] == viewer.pk)
    return OwnTable(match, seat, entry, tuple(row[2] for row in rows if row[0] != seat))


def _seats(**filters: object) -> QuerySet[Seat]:
    """Return all seats of the tables at which the user sits."""
    own = {"match__seats__registration__player__user_id": READER, **filters}
    return Seat.objects.filter(**own)


def _in_round() -> QuerySet[Seat, tuple[Any, ...]]:
    seats = _seats(round_id=_ROUND, match__seats__round_id=_ROUND).order_by("place")
    return seats.values_list(*_OF_SEAT, *(f"match__{column}" for column in _MATCH))


def _current_seat_query() -> QuerySet[Seat, tuple[Any, ...]]:
    return _by_round(_seats(match__seats__registration__event_id=EVENT, round__status=Round.Status.PUBLISHED))


def _in_latest() -> QuerySet[Seat, tuple[Any, ...]]:
    rounds = Round.objects.filter(stage__event_id=EVENT).exclude(status=Round.Status.DRAFT)
    latest = Subquery(rounds.order_by("-stage__order", "-number").values("pk")[:1])
    return _by_round(_seats(match__seats__registration__event_id=EVENT, round_id=latest))


def _by_round(seats: QuerySet[Seat]) -> QuerySet[Seat, tuple[Any, ...]]:
    """Select seats with match, round and stage, latest round first."""
    stages = [f"round__stage__{column}" for column in columns_of(Stage)]
    rounds = [f"round__{column}" for column in _PLAYED]
    latest = seats.order_by("-round__stage__order", "-round__number", "match_id", "place")
    return latest.values_list(*_OF_SEAT, *(f"match__{column}" for column in _MATCH), *rounds, *stages)


_IN_ROUND: Final = CompiledQuery(_in_round)
_NOW: Final = CompiledQuery(_current_seat_query)
_IN_LATEST: Final = CompiledQuery(_in_latest)
