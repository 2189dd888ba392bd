"""The disputes app."""

from django.apps import AppConfig


class DisputesConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.disputes"
    label = "disputes"

    def ready(self) -> None:
        """Register the extensions of event and match pages."""
        from epic_events.disputes import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
