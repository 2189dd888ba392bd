"""Capacity and waitlist of an event. All functions expect the event to be locked."""

from django.db.models import Max
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration


def count_taken_spots(event: Event) -> int:
    """Return the number of active entries.

    It can exceed the capacity when staff reinstate players during play.
    """
    return event.registrations.with_active_status().count()


def count_free_spots(event: Event) -> int | None:
    """Return the number of free spots, or None if there is no limit."""
    if event.capacity is None:
        return None
    return max(0, event.capacity - count_taken_spots(event))


def is_waitlist_advancing(event: Event) -> bool:
    """Return True until the start, while free spots go to the waitlist automatically."""
    return event.status == Event.Status.OPEN and timezone.now() < event.starts_at


def must_join_waitlist(event: Event) -> bool:
    """Return True if the event is full or has a waitlist."""
    left = count_free_spots(event)
    if left is None:
        return False
    return left == 0 or event.registrations.filter(status=Registration.Status.WAITLISTED).exists()


def assign_spot_or_waitlist(event: Event, entry: Registration, status: str = Registration.Status.REGISTERED) -> None:
    """Give an entry a spot, or put it at the end of the waitlist; does not save it.

    Players who are already on the waitlist come first.
    """
    if not must_join_waitlist(event):
        entry.status, entry.waitlist_order = status, None
    else:
        entry.status, entry.waitlist_order = Registration.Status.WAITLISTED, _end_of_waitlist(event)


def _end_of_waitlist(event: Event) -> int:
    last: int | None = event.registrations.aggregate(last=Max("waitlist_order"))["last"]
    return (last or 0) + 1


def promote_from_waitlist(actor: User | None, event: Event) -> list[Registration]:
    """Fill free spots from the waitlist in order; return the promoted entries."""
    if not is_waitlist_advancing(event):
        return []
    left = count_free_spots(event)
    waiting = event.registrations.filter(status=Registration.Status.WAITLISTED).order_by("waitlist_order")
    promoted = list(waiting if left is None else waiting[:left])
    for entry in promoted:
        entry.status, entry.waitlist_order = Registration.Status.REGISTERED, None
        entry.save(update_fields=["status", "waitlist_order"])
        audit_log.record(actor, "registration.promoted", event=event, subject=entry)
    return promoted
