"""Queries about events and about a user's own entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, overload

from django.db.models import BigIntegerField, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.events.models import Event, Registration
from epic_events.events.models.event import EventQuerySet
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.infra.errors import MissingError


@dataclass(frozen=True)
class MyEntry:
    """The user's own entry in an event.

    Attributes:
        event: the event.
        registration: the entry; None without one.
        position: position on the waitlist, from 1; 0 if not on the waitlist.
        signed_in: True if the user is signed in.
    """

    event: Event
    registration: Registration | None
    position: int
    signed_in: bool

    @property
    def is_active(self) -> bool:
        """True if the user is registered or checked in."""
        return self.registration is not None and self.registration.status in Registration.ACTIVE_STATUSES

    @property
    def is_waitlisted(self) -> bool:
        """True if the user is on the waitlist."""
        return self.position > 0

    @property
    def may_register(self) -> bool:
        """True if the user can register now."""
        free = self.registration is None or self.registration.status == Registration.Status.WITHDRAWN
        return free and self.event.status == Event.Status.OPEN and timezone.now() < self.event.starts_at

    @property
    def may_check_in(self) -> bool:
        """True if the user can check in now."""
        ready = self.registration is not None and self.registration.status == Registration.Status.REGISTERED
        return ready and self.event.status == Event.Status.OPEN and self.check_in_is_open

    @property
    def check_in_is_open(self) -> bool:
        """True if check-in is open for players."""
        return self.event.check_in_opens_at <= timezone.now() < self.event.starts_at

    @property
    def may_leave(self) -> bool:
        """True if the user can cancel the registration, or drop once play has begun."""
        return (self.is_active or self.is_waitlisted) and not self.event.is_over


def get_entry_or_404(event: Event, key: int) -> Registration:
    """Return an entry of the event with its player.

    Raises:
        MissingError: there is no such entry.
    """
    entry = event.registrations.select_related("player").filter(pk=key).first()
    if entry is None:
        raise MissingError(_("There is no such entry in this event."))
    entry.event = event
    return entry


def count_players(event: Event) -> tuple[int, int]:
    """Return the number of players and the length of the waitlist; one query."""
    found = Event.objects.filter(pk=event.pk).with_counts().values_list("playing", "waiting")  # type: ignore[misc]  # annotated
    playing, waiting = found.get()
    return playing, waiting


def _own_entry() -> QuerySet[Registration, tuple[Any, ...]]:
    key = {name: Parameter(name, BigIntegerField()) for name in ("event", "reader")}
    own = Registration.objects.filter(event_id=key["event"], player__user_id=key["reader"])
    return own.values_list(*columns_of(Registration), *(f"player__{column}" for column in columns_of(Player)))


_OWN_ENTRY: Final = CompiledQuery(_own_entry)
"""The user's entry with its player; compiled because every request of a player runs it."""


def load_my_entry(viewer: object, event: Event) -> MyEntry:
    """Return the viewer's own entry in an event; at most two queries."""
    rows = _OWN_ENTRY.rows(event=event.pk, reader=viewer.pk) if isinstance(viewer, User) else []
    registration = None
    if rows:
        registration = instance_from(Registration, rows[0])
        registration.player = instance_from(Player, rows[0][len(columns_of(Registration)) :])
        registration.event = event
    return MyEntry(event, registration, waitlist_position(registration), isinstance(viewer, User))


def waitlist_position(registration: Registration | None) -> int:
    """Return the position of an entry on the waitlist, from 1; 0 if it is not on it."""
    if registration is None or registration.waitlist_order is None:
        return 0
    ahead = Registration.objects.filter(event_id=registration.event_id, waitlist_order__lt=registration.waitlist_order)
    return ahead.count() + 1


class UpcomingThenPast(Sequence[Event]):
    """Lazy sequence of upcoming, then past events, for a paginator."""

    ordered: Final = True

    def __init__(self, events: EventQuerySet) -> None:
        self._upcoming, self._past = events.upcoming(), events.past()

    @cached_property
    def _first(self) -> int:
        return self._upcoming.count()

    def __len__(self) -> int:
        """Return the number of events; two queries."""
        return self._first + self._past.count()

    @overload
    def __getitem__(self, part: int) -> Event: ...
    @overload
    def __getitem__(self, part: slice) -> list[Event]: ...
    def __getitem__(self, part: int | slice) -> Event | list[Event]:
        """Return an event or a slice of events, with at most one query per list."""
        if isinstance(part, int):
            return self[part : part + 1][0]
        found: list[Event] = []
        if part.start < self._first:
            found += self._upcoming[part.start : min(part.stop, self._first)]
        if part.stop > self._first:
            found += self._past[max(part.start - self._first, 0) : part.stop - self._first]
        return found
