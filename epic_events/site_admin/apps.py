"""The app of those who look after the site."""

from django.apps import AppConfig


class OperationConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.site_admin"
    label = "site_admin"

    def ready(self) -> None:
        """Start what the settings ask for to be told of faults and traces."""
        from django.conf import settings  # noqa: PLC0415 - the settings stand by now

        from epic_events.infra import telemetry, versions  # noqa: PLC0415 - the same

        telemetry.start(
            sentry_dsn=settings.SENTRY_DSN, opentelemetry=settings.OPENTELEMETRY, release=versions.of_the_site()
        )
