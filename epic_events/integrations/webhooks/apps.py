"""Configuration of the webhooks app."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Webhooks app."""

    name = "epic_events.integrations.webhooks"
    label = "webhooks"

    def ready(self) -> None:
        """Register the event tab and audit log texts."""
        from epic_events.integrations.webhooks import extensions  # noqa: PLC0415 - needs the models, which are ready only now

        extensions.register()
