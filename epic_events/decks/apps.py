"""The decks app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.decks"
    label = "decks"

    def ready(self) -> None:
        """Add a tab, a panel and words to the pages of events."""
        from epic_events.decks import on_event_pages  # noqa: PLC0415 - needs the models, which are ready only now

        on_event_pages.register()
