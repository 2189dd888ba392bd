"""``manage.py backup FILE``: write a backup of the whole database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.site_admin.backups import write_backup


class Command(SiteCommand):
    """Write a consistent copy of the database while the site runs."""

    help = "Write a copy of everything that the site holds into a new file; the site goes on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file argument."""
        parser.add_argument("file", type=Path, help="a file that is not there yet")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Write the backup.

        Raises:
            CommandError: it could not be made; no file is left.
        """
        size = write_backup(file)
        self.stdout.write(f"{file}: {size:,} bytes")
