"""The journal app."""

from django.apps import AppConfig

from epic_events.running import database


class JournalConfig(AppConfig):
    """Registers the app with Django."""

    name = "epic_events.journal"
    label = "journal"

    def ready(self) -> None:
        """Prepare the connections to the database, as the first of the site's apps."""
        database.prepare()
