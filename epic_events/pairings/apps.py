"""The pairings app."""

from django.apps import AppConfig


class PairingsConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.pairings"
    label = "pairings"
