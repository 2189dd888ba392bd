"""Configuration of the notices app."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Notices app."""

    name = "epic_events.integrations.notices"
    label = "notices"

    def ready(self) -> None:
        """Delete devices when a user's access is revoked."""
        from epic_events.accounts.access.sessions import access_revoked  # noqa: PLC0415 - needs the models
        from epic_events.integrations.notices import services  # noqa: PLC0415 - likewise

        access_revoked.connect(services.forget_devices, dispatch_uid="notices.forget_devices")
