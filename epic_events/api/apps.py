"""Configuration of the API app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """API app."""

    name = "epic_events.api"
    label = "api"
