"""The pairings app."""

from django.apps import AppConfig


class PairingsConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.pairings"
    label = "pairings"

    def ready(self) -> None:
        """Put tabs, panel and words into the pages of an event."""
        from epic_events.pairings import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
