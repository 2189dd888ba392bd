"""Row lock of an event, taken by all writes that change who takes part."""

from epic_events.events.models import Event


def lock_event(event: Event) -> Event:
    """Reload the event and lock its row until the transaction ends.

    On SQLite the transaction itself has already locked the database for writing.
    """
    return Event.objects.select_for_update().get(pk=event.pk)
