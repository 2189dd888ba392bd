"""The reference app."""

from django.apps import AppConfig


class ReferenceConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.reference"
    label = "reference"
