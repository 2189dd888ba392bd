"""Configuration of the site administration app."""

from django.apps import AppConfig


class SiteAdminConfig(AppConfig):
    """Site administration app."""

    name = "epic_events.site_admin"
    label = "site_admin"

    def ready(self) -> None:
        """Start Sentry and OpenTelemetry if configured."""
        from django.conf import settings  # noqa: PLC0415 - the settings stand by now

        from epic_events.infra import processes, telemetry  # noqa: PLC0415 - the same

        telemetry.start(
            sentry_dsn=settings.SENTRY_DSN, opentelemetry=settings.OPENTELEMETRY, release=processes.site_version()
        )
