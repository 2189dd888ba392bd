"""Queries about events, the rights of a user at an event, and a user's own entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, overload

from django.conf import settings
from django.db import models
from django.db.models import BigIntegerField, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.audit_log.services import VersionTokens, version_token_columns, version_tokens_from
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.models.event import EventQuerySet
from epic_events.events.permissions import Rights, rights_from_roles
from epic_events.infra.database.compiled_queries import (
    CompiledQuery,
    ConcatenatedText,
    Parameter,
    columns_of,
    instance_from,
)
from epic_events.infra.errors import MissingError
from epic_events.reference.documents.editions import altered_for


def lock_event(event: Event) -> Event:
    """Reload the event and lock its row until the transaction ends.

    On SQLite the transaction itself has already locked the database for writing.
    """
    return Event.objects.select_for_update().get(pk=event.pk)


_SLUG = Parameter("slug", models.TextField())
_VIEWER = Parameter("viewer", models.BigIntegerField())
_ANONYMOUS = 0
"""Primary key used for anonymous visitors."""


class VersionedEvent(NamedTuple):
    """An event with its version tokens and the rights of a user.

    Attributes:
        event: the event, at least as new as its version tokens.
        tokens: version tokens that change when data of the event changes.
        rights: the rights of the user at the event.
    """

    event: Event
    tokens: VersionTokens
    rights: Rights


def load_versioned_event(viewer: object, slug: str) -> VersionedEvent:
    """Return an event with its version tokens and the viewer's rights; one query.

    Args:
        viewer: the user of the request; anyone but a `User` sees only public events.
        slug: the slug of the event.

    Raises:
        MissingError: there is no such event, or the viewer may not see it.
    """
    key, site_admin = (viewer.pk, viewer.is_superuser) if isinstance(viewer, User) else (_ANONYMOUS, False)
    query = _event_query(site_admin=site_admin, demo=settings.DEMO)
    rows = query.rows(slug=slug.replace("\0", ""), viewer=key)
    if not rows:
        raise MissingError(_("This event does not exist."))
    *_columns, general, latest, lasting, standings, roles = rows[0]
    event = instance_from(Event, rows[0])
    return VersionedEvent(
        event,
        version_tokens_from(general, latest, lasting, standings),
        rights_from_roles(viewer, event, (roles or "").split()),
    )


@cache
def _event_query(*, site_admin: bool, demo: bool) -> CompiledQuery:
    """Return the compiled query; site administrators see all events."""
    del demo  # part of the cache key: `Event.objects.visible_to_key` reads the setting
    visible = Event.objects.all() if site_admin else Event.objects.visible_to_key(_VIEWER)
    staff_role = StaffRole.objects.filter(event_id=models.OuterRef("pk"), user_id=_VIEWER).order_by().values("event_id")
    further: dict[str, Any] = {
        **version_token_columns(models.OuterRef("pk")),
        "roles": models.Subquery(staff_role.annotate(all=ConcatenatedText("role")).values("all")),
    }
    query = visible.filter(slug=_SLUG).annotate(**further).values_list(*columns_of(Event), *further)
    return CompiledQuery(lambda: query)


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
        raise MissingError(_("This entry does not exist in this event."))
    entry.event = event
    return entry


def count_players(event: Event) -> tuple[int, int]:
    """Return the number of players and the length of the waitlist; one query."""
    counts = Event.objects.filter(pk=event.pk).with_counts().values_list("playing", "waiting")  # type: ignore[misc]  # annotated
    playing, waiting = counts.get()
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
        events: list[Event] = []
        if part.start < self._first:
            events += self._upcoming[part.start : min(part.stop, self._first)]
        if part.stop > self._first:
            events += self._past[max(part.start - self._first, 0) : part.stop - self._first]
        return events


def load_altered_rules(event: Event | None, game: str) -> Mapping[str, str]:
    """Return the altered rules of a game by citation, for rulings at an event.

    Includes texts published for the whole site and, if `event` is not None, those of its organisers.
    """
    organisers: list[int] = []
    if event is not None:
        roles = StaffRole.objects.filter(event=event, role=StaffRole.Role.ORGANISER)
        organisers = list(roles.values_list("user_id", flat=True))
    return altered_for(organisers, game)
