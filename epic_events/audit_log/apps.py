"""Configuration of the audit log app."""

from django.apps import AppConfig

from epic_events.infra import database


class AuditLogConfig(AppConfig):
    """Audit log app."""

    name = "epic_events.audit_log"
    label = "audit_log"

    def ready(self) -> None:
        """Prepare database connections; this app is the first of the site."""
        database.prepare()
