"""The webhooks app."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.integrations.webhooks"
    label = "webhooks"

    def ready(self) -> None:
        """Put tab and words into the pages of events."""
        from epic_events.integrations.webhooks import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
