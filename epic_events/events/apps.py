"""The events app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.events"
    label = "events"

    def ready(self) -> None:
        """Put our own tabs and the words of our verbs in place."""
        from epic_events.events import own_panels  # noqa: PLC0415 - needs the models, which are ready only now

        own_panels.register()
