"""The portal app."""

from django.apps import AppConfig


class PortalConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.portal"
    label = "portal"

    def ready(self) -> None:
        """Have every device keep the page that stands for others without a connection."""
        from epic_events.portal import panels  # noqa: PLC0415 - reads other apps, which are ready only now

        panels.register()
