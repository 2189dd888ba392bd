"""The reference app."""

from django.apps import AppConfig


class ReferenceConfig(AppConfig):
    """Configuration of the reference app."""

    name = "epic_events.reference"
    label = "reference"
