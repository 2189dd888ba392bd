"""Where a reader sits: asked at each look of each player of a hall, so it is worded once and reads what is shown."""

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
    """A table at which the reader sits.

    Attributes:
        match: the match, its round and stage at hand.
        seat: the key of the reader's seat.
        entry: the key of the reader's entry.
        others: the names of who else sits there, by place; none for a bye.
    """

    match: Match
    seat: int
    entry: int
    others: tuple[str, ...]

    @property
    def is_bye(self) -> bool:
        """Whether nobody else sits there."""
        return not self.others


def own_table(round_: Round, viewer: object) -> OwnTable | None:
    """Return the table of a round at which the viewer sits; None for everybody who does not. One query."""
    if not isinstance(viewer, User):
        return None
    rows = _IN_ROUND.rows(round=round_.pk, reader=viewer.pk)
    return _table(rows, viewer, round_) if rows else None


def table_in_latest(event: Event, viewer: object) -> OwnTable | None:
    """Return the viewer's table in the last round of an event that is no draft. One query."""
    return _with_round(_IN_LATEST, event, viewer)


def table_now(event: Event, viewer: object) -> OwnTable | None:
    """Return the viewer's table in the round of an event being played; of several in the last one. One query."""
    return _with_round(_NOW, event, viewer) if event.status == Event.Status.RUNNING else None


def _with_round(asked: CompiledQuery, event: Event, viewer: object) -> OwnTable | None:
    rows = asked.rows(event=event.pk, reader=viewer.pk) if isinstance(viewer, User) else []
    if not rows or not isinstance(viewer, User):
        return None
    values = rows[0][len(_OF_SEAT) + len(_MATCH) :]
    round_ = instance_from(Round, values)
    round_.stage = instance_from(Stage, values[len(_PLAYED) :])
    round_.stage.event = event
    return _table([row for row in rows if row[len(_OF_SEAT)] == rows[0][len(_OF_SEAT)]], viewer, round_)


def _table(rows: Sequence[Sequence[Any]], viewer: User, round_: Round) -> OwnTable:
    """Return the table whose seats were read, by place."""
    match = instance_from(Match, rows[0][len(_OF_SEAT) :])
    match.round = round_
    seat, entry = next((row[0], row[1]) for row in rows if row[3] == viewer.pk)
    return OwnTable(match, seat, entry, tuple(row[2] for row in rows if row[0] != seat))


def _seats(**found: object) -> QuerySet[Seat]:
    """Return the seats of the reader's tables: those seats of a table of which one is the reader's."""
    own = {"match__seats__registration__player__user_id": READER, **found}
    return Seat.objects.filter(**own)


def _in_round() -> QuerySet[Seat, tuple[Any, ...]]:
    found = _seats(round_id=_ROUND, match__seats__round_id=_ROUND).order_by("place")
    return found.values_list(*_OF_SEAT, *(f"match__{column}" for column in _MATCH))


def _now() -> QuerySet[Seat, tuple[Any, ...]]:
    return _by_round(_seats(match__seats__registration__event_id=EVENT, round__status=Round.Status.PUBLISHED))


def _in_latest() -> QuerySet[Seat, tuple[Any, ...]]:
    rounds = Round.objects.filter(stage__event_id=EVENT).exclude(status=Round.Status.DRAFT)
    latest = Subquery(rounds.order_by("-stage__order", "-number").values("pk")[:1])
    return _by_round(_seats(match__seats__registration__event_id=EVENT, round_id=latest))


def _by_round(found: QuerySet[Seat]) -> QuerySet[Seat, tuple[Any, ...]]:
    """Return the seats with table, round and stage, those of the last round first."""
    stages = [f"round__stage__{column}" for column in columns_of(Stage)]
    rounds = [f"round__{column}" for column in _PLAYED]
    latest = found.order_by("-round__stage__order", "-round__number", "match_id", "place")
    return latest.values_list(*_OF_SEAT, *(f"match__{column}" for column in _MATCH), *rounds, *stages)


_IN_ROUND: Final = CompiledQuery(_in_round)
_NOW: Final = CompiledQuery(_now)
_IN_LATEST: Final = CompiledQuery(_in_latest)
