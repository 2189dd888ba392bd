"""App configuration of ``web``."""

from django.apps import AppConfig, apps


class PortalConfig(AppConfig):
    """App configuration."""

    name = "epic_events.web"
    label = "web"

    def ready(self) -> None:
        """Register extensions, cache warming and the ``post_migrate`` handler."""
        from django.db.models.signals import post_migrate  # noqa: PLC0415 - as below

        from epic_events.web import demo, extensions  # noqa: PLC0415 - read other apps, which are ready only now

        extensions.register()
        # ``post_migrate`` is sent for each app with models: at that of accounts, the tables of all apps exist.
        accounts = apps.get_app_config("accounts")
        post_migrate.connect(demo.close_unless_demo, sender=accounts, dispatch_uid="web.close_demo")
