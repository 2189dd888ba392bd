"""The portal app."""

from django.apps import AppConfig, apps


class PortalConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.web"
    label = "web"

    def ready(self) -> None:
        """Have every device keep the page that stands for others without a connection, and the demo close."""
        from django.db.models.signals import post_migrate  # noqa: PLC0415 - as below

        from epic_events.web import cache_warming, demo, extensions  # noqa: PLC0415 - read other apps, which are ready only now

        extensions.register()
        cache_warming.register()
        # Sent for apps with tables only; when it is the accounts' turn, those of every app are there.
        accounts = apps.get_app_config("accounts")
        post_migrate.connect(demo.close_unless_demo, sender=accounts, dispatch_uid="web.close_demo")
