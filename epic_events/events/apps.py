"""The events app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.events"
    label = "events"
