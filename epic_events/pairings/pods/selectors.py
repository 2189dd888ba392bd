"""Queries for pods and their seats."""

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Subquery

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, Stage
from epic_events.pairings.models import Podding, PodSeat


@dataclass(frozen=True)
class PodRow:
    """A pod with its players in seat order; `mine` is the viewer's seat in it."""

    number: int
    seats: tuple[PodSeat, ...]
    mine: PodSeat | None


def pod_rows(stage: Stage, viewer: object = None) -> list[PodRow]:
    """Return the pods of a stage by number."""
    seats = PodSeat.objects.filter(podding__stage=stage).select_related("registration__player").order_by("pod", "seat")
    viewer_id = getattr(viewer, "pk", None)
    rows = []
    for number, group in groupby(seats, key=lambda seat: seat.pod):
        group_rows = tuple(group)
        mine = next(
            (s for s in group_rows if viewer_id is not None and s.registration.player.user_id == viewer_id), None
        )
        rows.append(PodRow(number, group_rows, mine))
    return rows


def poddings(event: Event, *, drafts: bool) -> list[Podding]:
    """Return the poddings of an event by stage; unpublished ones only if `drafts`."""
    rows = Podding.objects.filter(stage__event=event).select_related("stage").order_by("stage__order")
    return list(rows if drafts else rows.filter(published_at__isnull=False))


def current_pod_seat(event: Event, viewer: User) -> PodSeat | None:
    """Return the viewer's pod seat in the current stage; None if there is none."""
    begun = event.stages.filter(participations__isnull=False).order_by("-order")
    seats = PodSeat.objects.filter(
        podding__stage=Subquery(begun.values("pk")[:1]),
        podding__published_at__isnull=False,
        registration__player__user=viewer,
    )
    return seats.exclude(registration__status=Registration.Status.DROPPED).select_related("podding__stage").first()
