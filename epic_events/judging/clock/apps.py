"""App configuration of round clocks."""

from django.apps import AppConfig


class ClockConfig(AppConfig):
    """App configuration of round clocks."""

    name = "epic_events.judging.clock"
    label = "clock"

    def ready(self) -> None:
        """Register the extensions of the clock."""
        from epic_events.judging.clock import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
