"""Reminders about missing decklists before the deadline."""

from datetime import timedelta
from typing import Final

from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from epic_events.decks.models import DeckLock, DeckVersion
from epic_events.decks.requirements.deadlines import are_decklists_closed
from epic_events.events.models import Event, Registration
from epic_events.integrations.notices.kinds import Kind
from epic_events.integrations.notices.outbox import News, enqueue

BEFORE: Final = timedelta(hours=24)


def remind() -> int:
    """Remind players without a valid decklist once, 24 hours before the deadline.

    A changed deadline leads to a new reminder. Two queries if nothing is due.

    Returns:
        Number of outbox rows, including existing ones.
    """
    now = timezone.now()
    due = Coalesce(F("decks_due_at"), F("starts_at"))
    soon = Event.objects.filter(status=Event.Status.OPEN, decklists_required=True).annotate(due=due)
    news = [
        _missing(event) for event in soon.filter(due__gt=now, due__lte=now + BEFORE) if not are_decklists_closed(event)
    ]
    return enqueue(news)


def _missing(event: Event) -> News:
    counting = DeckVersion.objects.counting().filter(registration__event=event).values("registration_id")
    locked = DeckLock.objects.filter(registration__event=event, locked=True).values("registration_id")
    entries = (
        Registration.objects.filter(event=event, player__user__is_active=True)
        .filter(Q(status__in=Registration.ACTIVE_STATUSES))
        .exclude(pk__in=counting)
        .exclude(pk__in=locked)
    )
    users = frozenset(entries.values_list("player__user__pk", flat=True))
    due = event.decks_due_at or event.starts_at
    return News(Kind.LIST_MISSING, f"{event.pk}.{int(due.timestamp())}", users, event.pk)
