"""The decks app."""

from django.apps import AppConfig


class DecksConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.decks"
    label = "decks"

    def ready(self) -> None:
        """Add a tab, a panel and words to the pages of events, and a panel to those of cards."""
        from epic_events.decks import on_card_pages, on_event_pages  # noqa: PLC0415 - need the models, ready only now

        on_event_pages.register()
        on_card_pages.register()
