"""What the pages that join everything read: the events now, and what one person is in."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

from django.conf import settings
from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event, Invitation, Registration, StaffRole, Stage
from epic_events.events.visibility import is_public
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, instances_from, prefixed_columns
from epic_events.pairings.models import Match, Round, Seat

DECISIONS_SHOWN = 4
FINISHED_SHOWN = 6
RUNNING_SHOWN = 12
UPCOMING_SHOWN = 12


def events_now(viewer: object) -> dict[str, QuerySet[Event]]:
    """Return the events a viewer may know of: running (with the round being played), upcoming, finished.

    Of each the next or latest few: all of them stand in the list of events.
    """
    rounds = Round.objects.exclude(status=Round.Status.DRAFT).filter(stage__event=OuterRef("pk"))
    latest = rounds.order_by("-stage__order", "-number")
    events = Event.objects.visible_to(viewer).with_counts()
    return {
        "running": events.filter(status=Event.Status.RUNNING)
        .annotate(
            round_number=Subquery(latest.values("number")[:1]),
            round_status=Subquery(latest.values("status")[:1]),
            round_kind=Subquery(latest.values("stage__kind")[:1]),
        )
        .order_by("starts_at", "pk")[:RUNNING_SHOWN],
        "upcoming": events.upcoming().exclude(status=Event.Status.RUNNING)[:UPCOMING_SHOWN],
        "finished": events.filter(status=Event.Status.FINISHED).order_by("-starts_at", "-pk")[:FINISHED_SHOWN],
    }


def latest_decisions() -> QuerySet[Dispute]:
    """Return the decisions that were published last, which everybody may read."""
    published = Dispute.objects.visible_to(None).select_related("event")
    return published.order_by("-published_at", "-pk")[:DECISIONS_SHOWN]


@dataclass(frozen=True)
class MySeat:
    """Where a person sits in the round being played.

    Attributes:
        seat: the person's own seat, with its match, round, stage and event.
        others: the seats of the other players at the table; none for a bye.
    """

    seat: Seat
    others: tuple[Seat, ...]

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self.seat.match

    @property
    def round(self) -> Round:
        """The round it belongs to."""
        return self.seat.match.round

    @property
    def event(self) -> Event:
        """The event it belongs to."""
        return self.seat.match.round.stage.event

    @property
    def is_cut(self) -> bool:
        """Whether the round belongs to the single elimination after the Swiss rounds."""
        return self.round.stage.is_elimination

    @property
    def is_bye(self) -> bool:
        """Whether nobody else sits at the table."""
        return not self.others

    @property
    def is_settled(self) -> bool:
        """Whether the result stands."""
        return self.match.status == Match.Status.CONFIRMED


class MyEvents:
    """What one signed-in person is in; each part is read when a page asks for it.

    Args:
        user: the person.
        works: whether the person may have a role at an event; False where it is known that there is none.
    """

    def __init__(self, user: User, *, works: bool = True) -> None:
        self.user = user
        self._works = works

    @cached_property
    def seats(self) -> list[MySeat]:
        """The person's tables in rounds being played, the earliest event first."""
        tables: dict[int, list[tuple[Seat, bool]]] = {}
        for row in _seats(demo=settings.DEMO).rows(reader=self.user.pk):
            seat, seat.registration, seat.match, round_, stage, stage.event = _my_seat(row)
            seat.match.round, round_.stage = round_, stage
            tables.setdefault(seat.match_id, []).append((seat, row[-1] == self.user.pk))
        return [
            MySeat(seat=next(seat for seat, own in seats if own), others=tuple(seat for seat, own in seats if not own))
            for seats in tables.values()
        ]

    @cached_property
    def registrations(self) -> list[Registration]:
        """The person's entries in events that are not over, the next event first."""
        found = []
        for row in _entries(demo=settings.DEMO).rows(reader=self.user.pk):
            entry, entry.event = instances_from(row, Registration, Event)
            found.append(entry)
        return found

    @cached_property
    def past(self) -> list[Registration]:
        """The person's entries in events that have ended, the latest first."""
        return list(
            Registration.objects.of_user(self.user)
            .exclude(status=Registration.Status.WITHDRAWN)
            .filter(is_public("event__"), event__status=Event.Status.FINISHED)
            .select_related("event")
            .order_by("-event__starts_at", "-pk")[:50]
        )

    @cached_property
    def roles(self) -> list[StaffRole]:
        """The person's roles at events that are not over, the next event first."""
        if not self._works:
            return []
        return list(
            StaffRole.objects.filter(user=self.user)
            .exclude(event__status__in=(Event.Status.FINISHED, Event.Status.CANCELLED))
            .select_related("event")
            .order_by("event__starts_at", "event_id", "pk")
        )

    @cached_property
    def invitations(self) -> list[Invitation]:
        """The roles that are offered to the person's confirmed address."""
        return list(Invitation.objects.of(self.user))

    @property
    def is_empty(self) -> bool:
        """Whether the person plays and works in nothing that is still to be played."""
        return not (self.seats or self.registrations or self.roles)


_READER: Final = Parameter("reader", BigIntegerField())
_SEAT: Final = {
    "": Seat,
    "registration__": Registration,
    "match__": Match,
    "match__round__": Round,
    "match__round__stage__": Stage,
    "match__round__stage__event__": Event,
}


def _my_seat(row: Sequence[Any]) -> list[Any]:
    return instances_from(row, *_SEAT.values())


@cache
def _seats(*, demo: bool) -> CompiledQuery:
    """Return what asks for all seats of the tables at which somebody plays now, the earliest event first."""
    del demo  # the condition under which an event is public reads it
    event = "match__round__stage__event__"
    playing = {"match__round__status": Round.Status.PUBLISHED, f"{event}status": Event.Status.RUNNING}
    found = Seat.objects.filter(is_public(event), match__seats__registration__player__user_id=_READER, **playing)
    ordered = found.order_by(f"{event}starts_at", "match_id", "place")
    return CompiledQuery(lambda: ordered.values_list(*prefixed_columns(_SEAT), "registration__player__user_id"))


@cache
def _entries(*, demo: bool) -> CompiledQuery:
    """Return what asks for somebody's entries in events that are not over, the next event first."""
    del demo  # as above
    own = Registration.objects.filter(player__user_id=_READER).exclude(status=Registration.Status.WITHDRAWN)
    found = own.filter(is_public("event__"), event__status__in=(Event.Status.OPEN, Event.Status.RUNNING))
    columns = prefixed_columns({"": Registration, "event__": Event})
    return CompiledQuery(lambda: found.order_by("event__starts_at", "pk").values_list(*columns))


@cache
def _running_events(*, demo: bool) -> CompiledQuery:
    """Return what asks whether an event runs that everybody may know of."""
    del demo  # as above
    running = Event.objects.filter(is_public(), status=Event.Status.RUNNING).order_by()
    return CompiledQuery(lambda: running.values_list("pk")[:1])


def has_running_event() -> bool:
    """Whether an event runs that everybody may know of. One query."""
    return bool(_running_events(demo=settings.DEMO).rows())
