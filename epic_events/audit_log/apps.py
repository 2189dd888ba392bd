"""The journal app."""

from django.apps import AppConfig

from epic_events.infra import database


class JournalConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.audit_log"
    label = "audit_log"

    def ready(self) -> None:
        """Prepare the connections to the database, as the first of the site's apps."""
        database.prepare()
