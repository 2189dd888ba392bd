"""The floor app."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.judging"
    label = "judging"

    def ready(self) -> None:
        """Put tab, panels and words into the pages of events and matches."""
        from epic_events.judging import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
