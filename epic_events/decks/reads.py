"""What pages and the API read about the lists of an event."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from epic_events.decks.checking import format_of, is_stale
from epic_events.decks.models import DeckVersion
from epic_events.events.models import Event, Registration


@dataclass(frozen=True)
class ListRow:
    """One player's list on the staff's screen.

    Attributes:
        registration: whose it is.
        counting: the version that counts; None when nothing does.
        latest: the newest version; None when there is none.
        locked: whether the player cannot change it now.
        stale: whether the rules it was checked by have changed since.
    """

    registration: Registration
    counting: DeckVersion | None
    latest: DeckVersion | None
    locked: bool
    stale: bool

    @property
    def code(self) -> str:
        """What is to be said about it: ``missing``, ``problems``, ``taken``, ``stale`` or ``ok``."""
        if self.latest is None:
            return "missing"
        if self.counting is None:
            return "problems"
        if self.stale:
            return "stale"
        return "ok" if self.counting.legal else "taken"

    @property
    def words(self) -> str | Promise:
        """The same in words."""
        return {
            "missing": _("Not submitted"),
            "problems": _("Has problems"),
            "taken": _("Taken with problems"),
            "stale": _("Rules changed since"),
            "ok": _("Legal"),
        }[self.code]

    @property
    def state(self) -> str:
        """The look of the badge."""
        return {"missing": "is-bad", "problems": "is-bad", "taken": "is-unsure", "stale": "is-unsure", "ok": "is-ok"}[
            self.code
        ]


def lists_of(event: Event) -> list[ListRow]:
    """Return a row for every player who is in the event or waits, by name; for its staff only. Three queries."""
    versions = DeckVersion.objects.defer("text", "deck", "report").order_by("-number")
    entries = (
        event.registrations.exclude(status=Registration.Status.WITHDRAWN)
        .select_related("deck_lock")
        .prefetch_related(Prefetch("deck_versions", versions))
        .order_by("name", "pk")
    )
    format_slug = format_of(event)
    due = event.decks_due_at is not None and timezone.now() >= event.decks_due_at
    by_event = event.is_over or event.has_started or due
    rows = []
    for entry in entries:
        newest = list(entry.deck_versions.all())
        counting = next((version for version in newest if version.accepted), None)
        lock = getattr(entry, "deck_lock", None)
        rows.append(
            ListRow(
                registration=entry,
                counting=counting,
                latest=newest[0] if newest else None,
                locked=event.is_over or (lock.locked if lock else by_event),
                stale=counting is not None and is_stale(counting, event, format_slug),
            )
        )
    return rows
