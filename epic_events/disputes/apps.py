"""The disputes app."""

from django.apps import AppConfig


class DisputesConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.disputes"
    label = "disputes"
