"""What the pages that join everything read: the events now, and what one person is in."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event, Invitation, Registration, StaffRole
from epic_events.events.publicity import is_public
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


class Mine:
    """What one signed-in person is in; each part is read when a page asks for it."""

    def __init__(self, user: User) -> None:
        self.user = user

    @cached_property
    def seats(self) -> list[MySeat]:
        """The person's tables in rounds being played, the earliest event first."""
        everybody = Prefetch("match__seats", queryset=Seat.objects.select_related("registration").order_by("place"))
        own = (
            Seat.objects.filter(
                registration__player__user=self.user,
                match__round__status=Round.Status.PUBLISHED,
                match__round__stage__event__status=Event.Status.RUNNING,
            )
            .filter(is_public("match__round__stage__event__"))
            .select_related("match__round__stage__event", "registration")
            .prefetch_related(everybody)
            .order_by("match__round__stage__event__starts_at", "pk")
        )
        return [
            MySeat(seat=seat, others=tuple(other for other in seat.match.seats.all() if other.pk != seat.pk))
            for seat in own
        ]

    @cached_property
    def registrations(self) -> list[Registration]:
        """The person's entries in events that are not over, the next event first."""
        return list(
            Registration.objects.of_user(self.user)
            .exclude(status=Registration.Status.WITHDRAWN)
            .filter(is_public("event__"), event__status__in=(Event.Status.OPEN, Event.Status.RUNNING))
            .select_related("event")
            .order_by("event__starts_at", "pk")
        )

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
