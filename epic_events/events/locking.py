"""One lock per event, taken by everything that changes who takes part in it."""

from epic_events.events.models import Event


def lock_event(event: Event) -> Event:
    """Return the event as it is stored now, locked until the transaction ends.

    On PostgreSQL this is a row lock; on SQLite the transaction itself has locked the database for writing.
    """
    return Event.objects.select_for_update().get(pk=event.pk)
