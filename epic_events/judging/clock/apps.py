"""The clock app."""

from django.apps import AppConfig


class ClockConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.judging.clock"
    label = "clock"

    def ready(self) -> None:
        """Put the clock into the pages of an event, its tables and its desk."""
        from epic_events.judging.clock import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
