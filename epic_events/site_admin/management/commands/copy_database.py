"""``manage.py copy_database URL``: copy the whole site to another database."""

from argparse import ArgumentParser
from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.site_admin.database_copies import copy_database


class Command(SiteCommand):
    """Copy the database of this site to an empty one.

    SQLite and PostgreSQL can be copied to each other.
    """

    help = (
        "Copy the whole database to an empty one of either kind and compare both row by row. Stop the site first; then"
        " start it with the new DATABASE_URL and the same SECRET_KEY."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the URL argument."""
        parser.add_argument("url", help="URL of the empty database, as in DATABASE_URL")

    def handle(self, *_args: Any, url: str, **_options: Any) -> None:
        """Copy the database.

        Raises:
            CommandError: it could not be copied; the target has no rows.
        """
        counts = copy_database(url)
        self.stdout.write(f"{sum(counts.values()):,} rows of {len(counts)} tables copied and compared.")
