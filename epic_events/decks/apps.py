"""The decks app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.decks"
    label = "decks"
