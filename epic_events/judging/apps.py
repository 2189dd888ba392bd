"""App configuration of judging."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """App configuration of judging."""

    name = "epic_events.judging"
    label = "judging"

    def ready(self) -> None:
        """Register the extensions of judging."""
        from epic_events.judging import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
