"""``manage.py backup FILE``: write a backup of the whole database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.site_admin.backups import write_backup


class Command(SiteCommand):
    """Write a consistent copy of the database while the site runs."""

    help = "Back up the database to a new file while the site is running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file argument."""
        parser.add_argument("file", type=Path, help="path of the new file")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Write the backup.

        Raises:
            CommandError: it could not be made; no file is left.
        """
        size = write_backup(file)
        self.stdout.write(f"{file}: {size:,} bytes")
