"""``manage.py restore FILE``: replace the database by a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command

from epic_events.infra.management_commands import SiteCommand
from epic_events.site_admin.backups import restore


class Command(SiteCommand):
    """Replace the database by a backup, completely or not at all."""

    help = (
        "Restore the database from a file of the backup command. Stop the site first. A backup of an older version is"
        " migrated to this one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file argument and the options."""
        parser.add_argument("file", type=Path, help="a file written by the backup command")
        parser.add_argument("--over", action="store_true", help="replace a database that is not empty")
        parser.add_argument(
            "--unchecked", action="store_true", help="accept a backup without a digest, of an earlier version"
        )

    def handle(self, *_args: Any, file: Path, over: bool, unchecked: bool, **_options: Any) -> None:
        """Restore the backup.

        Raises:
            CommandError: it could not be restored; the database is unchanged.
        """
        restore(file, over=over, unchecked=unchecked)
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"Database restored from {file}.")
