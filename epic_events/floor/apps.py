"""The floor app."""

from django.apps import AppConfig


class FloorConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.floor"
    label = "floor"

    def ready(self) -> None:
        """Put tab, panels and words into the pages of events and matches."""
        from epic_events.floor import panels  # noqa: PLC0415 - needs the models, which are ready only now

        panels.register()
