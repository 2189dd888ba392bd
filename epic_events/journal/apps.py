"""The journal app."""

from django.apps import AppConfig


class JournalConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.journal"
    label = "journal"
