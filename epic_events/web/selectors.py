"""Queries of the home page, the page of a user, and results of finished events."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

from django.conf import settings
from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery

from epic_events.accounts.models import User
from epic_events.decks.metagame import Metagame, event_metagame
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event, Invitation, Registration, StaffRole, Stage
from epic_events.events.models.event import public_q
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, instances_from, prefixed_columns
from epic_events.pairings.cut.selectors import compute_final_standings
from epic_events.pairings.methods.standings import FinalStanding, winner
from epic_events.pairings.models import Match, Round, Seat

DECISIONS_SHOWN = 4
FINISHED_SHOWN = 6
PAST_SHOWN = 50
RUNNING_SHOWN = 12
UPCOMING_SHOWN = 12


def events_now(viewer: object) -> dict[str, QuerySet[Event]]:
    """Return running, upcoming and finished events that the viewer may see.

    Each list is limited; running events have their current round.
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
    """Return the latest public dispute decisions."""
    published = Dispute.objects.visible_to(None).select_related("event")
    return published.order_by("-published_at", "-pk")[:DECISIONS_SHOWN]


@dataclass(frozen=True)
class MySeat:
    """A user's seat in a running round.

    Attributes:
        seat: the seat, with its match, round, stage and event.
        others: seats of the other players at the table; empty for a bye.
    """

    seat: Seat
    others: tuple[Seat, ...]

    @property
    def match(self) -> Match:
        """The match."""
        return self.seat.match

    @property
    def round(self) -> Round:
        """The round."""
        return self.seat.match.round

    @property
    def event(self) -> Event:
        """The event."""
        return self.seat.match.round.stage.event

    @property
    def is_cut(self) -> bool:
        """True if the round belongs to the playoff bracket."""
        return self.round.stage.is_elimination

    @property
    def is_bye(self) -> bool:
        """True if the match is a bye."""
        return not self.others

    @property
    def is_settled(self) -> bool:
        """True if the result is final."""
        return self.match.status == Match.Status.CONFIRMED


class MyEvents:
    """Lazy queries of the events of a user.

    Args:
        user: the user.
        works: False if the user is known to have no staff role.
    """

    def __init__(self, user: User, *, works: bool = True) -> None:
        self.user = user
        self._works = works

    @cached_property
    def seats(self) -> list[MySeat]:
        """Seats in running rounds, earliest event first."""
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
        """Registrations at events that are not over, next event first."""
        registrations_list = []
        for row in _entries(demo=settings.DEMO).rows(reader=self.user.pk):
            entry, entry.event = instances_from(row, Registration, Event)
            registrations_list.append(entry)
        return registrations_list

    @cached_property
    def past(self) -> list[Registration]:
        """Registrations at events that are over, latest first."""
        return list(
            Registration.objects.of_user(self.user)
            .exclude(status=Registration.Status.WITHDRAWN)
            .filter(public_q("event__"), event__status=Event.Status.FINISHED)
            .select_related("event")
            .order_by("-event__starts_at", "-pk")[:PAST_SHOWN]
        )

    @cached_property
    def roles(self) -> list[StaffRole]:
        """Staff roles at events that are not over, next event first."""
        if not self._works:
            return []
        return list(
            StaffRole.objects.filter(user=self.user)
            .exclude(event__status__in=(Event.Status.FINISHED, Event.Status.CANCELLED))
            .select_related("event")
            .order_by("event__starts_at", "event_id", "pk")
        )

    @cached_property
    def past_roles(self) -> list[StaffRole]:
        """Staff roles at finished events, latest first."""
        return list(
            StaffRole.objects.filter(user=self.user, event__status=Event.Status.FINISHED)
            .select_related("event")
            .order_by("-event__starts_at", "-event_id", "pk")[:PAST_SHOWN]
        )

    @cached_property
    def invitations(self) -> list[Invitation]:
        """Open invitations to the user's confirmed address."""
        return list(Invitation.objects.of(self.user))

    @property
    def is_empty(self) -> bool:
        """True if the user has no registration, role or invitation at a current event."""
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
    """Return the query of all seats at the tables of a user, earliest event first."""
    del demo  # part of the cache key: ``public_q`` depends on the setting
    event = "match__round__stage__event__"
    playing = {"match__round__status": Round.Status.PUBLISHED, f"{event}status": Event.Status.RUNNING}
    seats = Seat.objects.filter(public_q(event), match__seats__registration__player__user_id=_READER, **playing)
    ordered = seats.order_by(f"{event}starts_at", "match_id", "place")
    return CompiledQuery(lambda: ordered.values_list(*prefixed_columns(_SEAT), "registration__player__user_id"))


@cache
def _entries(*, demo: bool) -> CompiledQuery:
    """Return the query of a user's registrations at current events, next event first."""
    del demo  # as above
    own = Registration.objects.filter(player__user_id=_READER).exclude(status=Registration.Status.WITHDRAWN)
    entries = own.filter(public_q("event__"), event__status__in=(Event.Status.OPEN, Event.Status.RUNNING))
    columns = prefixed_columns({"": Registration, "event__": Event})
    return CompiledQuery(lambda: entries.order_by("event__starts_at", "pk").values_list(*columns))


@cache
def _running_events(*, demo: bool) -> CompiledQuery:
    """Return the query of a running public event."""
    del demo  # as above
    running = Event.objects.filter(public_q(), status=Event.Status.RUNNING).order_by()
    return CompiledQuery(lambda: running.values_list("pk")[:1])


def has_running_event() -> bool:
    """Return True if a public event is running; one query."""
    return bool(_running_events(demo=settings.DEMO).rows())


@dataclass(frozen=True)
class EventResult:
    """Result of a finished event.

    Attributes:
        final_standings: best rank first.
        champion: the only player on rank 1; None if there is no such player.
        played: statistics of the public decklists.
    """

    final_standings: list[FinalStanding]
    champion: Registration | None
    played: Metagame


def load_event_result(event: Event) -> EventResult:
    """Load the result of a finished event.

    Raises:
        MissingError: the event has not finished.
    """
    final_standings = compute_final_standings(event)
    winner_key = winner(final_standings)
    champion = (
        None if winner_key is None else Registration.objects.filter(pk=winner_key).select_related("player").first()
    )
    return EventResult(final_standings, champion, event_metagame(event))
