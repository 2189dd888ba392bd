"""The api app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.api"
    label = "api"
