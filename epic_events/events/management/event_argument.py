"""The event that a command names."""

from django.core.management.base import CommandError

from epic_events.events.models import Event


def load_event(slug: str) -> Event:
    """Return the event at an address.

    Raises:
        CommandError: there is none.
    """
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(f"There is no event at the address {slug}.")
    return event
