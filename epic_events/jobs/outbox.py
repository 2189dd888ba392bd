"""Sends outbox items.

It leases due items, retries with increasing delays, and gives up after the last try.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from epic_events.infra.http_client import retry_delay
from epic_events.jobs.models import OutboxItem, OutboxStatus

logger = logging.getLogger(__name__)

RETENTION: Final = timedelta(days=30)
"""How long completed items are stored."""

Item = TypeVar("Item", bound=OutboxItem)


LONGEST_LEASE: Final = timedelta(minutes=10)
"""Longer than any lease."""


def due(items: QuerySet[Item]) -> QuerySet[Item]:
    """Filter items to send now, oldest first, including those with an expired lease."""
    now = timezone.now()
    is_due = Q(due_at__lte=now) | _is_dated_ahead(items.model, now)
    return items.filter(is_due, status=OutboxStatus.WAITING).order_by("due_at", "pk")


def _is_dated_ahead(model: type[OutboxItem], now: datetime) -> Q:
    """Return the condition that a fast clock has scheduled an item too late."""
    is_ahead = Q(tries=0, due_at__gt=now + LONGEST_LEASE)
    for tries in range(1, model.MAX_TRIES + 1):
        is_ahead |= Q(tries=tries, due_at__gt=now + max(retry_delay(tries), LONGEST_LEASE))
    return is_ahead & ~model.is_planned()


@transaction.atomic
def lease(
    items: QuerySet[Item], duration: timedelta, batch: Callable[[Item, QuerySet[Item]], QuerySet[Item]] | None = None
) -> list[Item]:
    """Lease the next due item, or the batch that is sent with it, and count the try.

    Concurrent workers skip each other's items. Items whose tries are used up because their workers were lost fail.

    Args:
        items: the items, with the related rows to select.
        duration: how long the lease holds.
        batch: returns the items to send together, from the first one and all due ones; None for the first one alone.
    """
    model = items.model
    exhausted = due(model._default_manager.all()).filter(tries__gte=model.MAX_TRIES)
    exhausted.update(status=OutboxStatus.FAILED, ended_at=timezone.now(), answer="Its workers were lost.")
    free = due(items).select_for_update(skip_locked=True, of=("self",))
    first = free.first()
    if first is None:
        return []
    leased = [first] if batch is None else list(batch(first, free))
    keys = [item.pk for item in leased]
    model._default_manager.filter(pk__in=keys).update(due_at=timezone.now() + duration, tries=F("tries") + 1)
    for item in leased:
        item.tries += 1
    return leased


def send_due(take: Callable[[], list[Item]], send: Callable[[list[Item]], None], budget: float) -> int:
    """Lease and send items until none is due or the time budget is used.

    Args:
        take: leases the next items.
        send: sends them and stores the outcome.
        budget: in seconds.

    Returns:
        Number of items.
    """
    count, end = 0, monotonic() + budget
    while monotonic() < end and (batch := take()):
        send(batch)
        count += len(batch)
    return count


def finish(items: Sequence[OutboxItem], status: OutboxStatus, answer: str = "") -> None:
    """Store the outcome of items."""
    if items:
        rows = type(items[0])._default_manager.filter(pk__in=[item.pk for item in items])
        rows.update(status=status, ended_at=timezone.now(), answer=answer[:200])


def retry_later(item: OutboxItem, answer: str) -> bool:
    """Schedule the next try.

    Return False if the item failed because this was the last one.
    """
    logger.warning("%s %s was not sent, try %s: %s", type(item).__name__, item.pk, item.tries, answer)
    if item.tries >= item.MAX_TRIES:
        finish([item], OutboxStatus.FAILED, answer)
        return False
    due_at = timezone.now() + retry_delay(item.tries)
    type(item)._default_manager.filter(pk=item.pk).update(due_at=due_at, answer=answer[:200])
    return True


def delete_ended(items: QuerySet[Item]) -> int:
    """Delete items that were completed longer than ``RETENTION`` ago.

    Return their number.
    """
    return items.filter(ended_at__lt=timezone.now() - RETENTION).delete()[0]
