"""Configuration of the notices app."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Notices app."""

    name = "epic_events.integrations.notices"
    label = "notices"

    def ready(self) -> None:
        """Connect the push key to migrations, and push subscriptions to sessions."""
        from django.contrib.auth.signals import user_logged_out  # noqa: PLC0415 - needs the models
        from django.db.models.signals import post_migrate  # noqa: PLC0415 - likewise

        from epic_events.accounts.access.sessions import access_revoked, session_ended  # noqa: PLC0415 - likewise
        from epic_events.integrations.notices import push_keys, services  # noqa: PLC0415 - likewise

        post_migrate.connect(push_keys.create_after_migrate, sender=self, dispatch_uid="notices.push_key")
        access_revoked.connect(services.forget_devices, dispatch_uid="notices.forget_devices")
        session_ended.connect(services.forget_device_of_session, dispatch_uid="notices.session_ended")
        user_logged_out.connect(services.forget_device_on_sign_out, dispatch_uid="notices.signed_out")
