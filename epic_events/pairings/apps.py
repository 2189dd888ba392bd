"""Configuration of the pairings app."""

from django.apps import AppConfig


class PairingsConfig(AppConfig):
    """App configuration of `epic_events.pairings`."""

    name = "epic_events.pairings"
    label = "pairings"

    def ready(self) -> None:
        """Register the app's tabs, panels and audit log labels."""
        from epic_events.pairings import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
