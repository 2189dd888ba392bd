"""Management commands of the events app, and their event argument."""

from django.core.management.base import CommandError

from epic_events.events.models import Event


def load_event(slug: str) -> Event:
    """Return the event with this slug.

    Raises:
        CommandError: there is no such event.
    """
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CommandError(f"There is no event at the address {slug}.")
    return event
