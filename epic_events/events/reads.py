"""What pages read about one person at one event."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.errors import MissingError
from epic_events.events.models import Event, Registration


@dataclass(frozen=True)
class MyEntry:
    """Where the viewer stands at an event.

    Attributes:
        registration: the viewer's entry; None without one.
        place: the viewer's place on the waitlist, from 1; 0 when not waiting.
    """

    event: Event
    registration: Registration | None
    place: int
    signed_in: bool

    @property
    def in_event(self) -> bool:
        """Whether the viewer holds a place."""
        return self.registration is not None and self.registration.status in Registration.HOLDS_A_PLACE

    @property
    def waits(self) -> bool:
        """Whether the viewer is on the waitlist."""
        return self.place > 0

    @property
    def may_register(self) -> bool:
        """Whether the viewer can enter now."""
        free = self.registration is None or self.registration.status == Registration.Status.WITHDRAWN
        return free and self.event.status == Event.Status.OPEN and timezone.now() < self.event.starts_at

    @property
    def may_check_in(self) -> bool:
        """Whether the viewer can check in now."""
        ready = self.registration is not None and self.registration.status == Registration.Status.REGISTERED
        return ready and self.event.status == Event.Status.OPEN and self.check_in_is_open

    @property
    def check_in_is_open(self) -> bool:
        """Whether it is the time at which players check in."""
        return self.event.check_in_opens_at <= timezone.now() < self.event.starts_at

    @property
    def may_leave(self) -> bool:
        """Whether the viewer can withdraw, or drop once play has begun."""
        return (self.in_event or self.waits) and not self.event.is_over


def known_entry(event: Event, key: int) -> Registration:
    """Return an entry of an event.

    Raises:
        MissingError: there is none.
    """
    entry = event.registrations.select_related("player").filter(pk=key).first()
    if entry is None:
        raise MissingError(_("There is no such entry in this event."))
    entry.event = event
    return entry


def how_many(event: Event) -> tuple[int, int]:
    """Return how many play, or played, and how many wait; one query."""
    found = Event.objects.filter(pk=event.pk).with_counts().values_list("playing", "waiting")  # type: ignore[misc]  # annotated
    playing, waiting = found.get()
    return playing, waiting


def my_entry(viewer: object, event: Event) -> MyEntry:
    """Return where the viewer stands at an event; at most two queries."""
    registration = event.registrations.of_user(viewer).select_related("player").first()
    if registration is not None:
        registration.event = event
    return MyEntry(event, registration, waitlist_place(registration), isinstance(viewer, User))


def waitlist_place(registration: Registration | None) -> int:
    """Return an entry's place on the waitlist, from 1; 0 when it does not wait."""
    if registration is None or registration.waitlist_order is None:
        return 0
    ahead = Registration.objects.filter(event_id=registration.event_id, waitlist_order__lt=registration.waitlist_order)
    return ahead.count() + 1
