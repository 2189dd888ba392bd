"""The app of papers as PDF."""

from django.apps import AppConfig


class PrintsConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.documents"
    label = "documents"
