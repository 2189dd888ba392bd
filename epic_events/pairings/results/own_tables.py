"""The table of the current user, with queries compiled once.

Every page view of a player needs it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import BigIntegerField, QuerySet, Subquery

from epic_events.accounts.models import User
from epic_events.events.extensions import EVENT, READER
from epic_events.events.models import Event, Stage
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.pairings.models import Match, Round, Seat

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


def _now() -> QuerySet[Seat, tuple[Any, ...]]:
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
_NOW: Final = CompiledQuery(_now)
_IN_LATEST: Final = CompiledQuery(_in_latest)
