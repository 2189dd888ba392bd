"""``manage.py import_results SLUG FILE.csv``: bring in an event that was played elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from epic_events.errors import UserError
from epic_events.pairings.result_files import COLUMNS
from epic_events.pairings.services import import_results


class Command(BaseCommand):
    """Stores the results of a file as a finished event."""

    help = (
        "Store the results of a finished event. The event is made when there is none at the address; an earlier import"
        f" is replaced. Columns of the file: {', '.join(COLUMNS)}."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the address, the file, and how its standings treat the own GW column."""
        parser.add_argument("slug", help="address of the event")
        parser.add_argument("file", type=Path, help="CSV in UTF-8, one row a match")
        parser.add_argument(
            "--own-gw",
            choices=("floored", "raw"),
            default="floored",
            help="whether a player's own GW%% has the floor of one third (default) or not",
        )

    def handle(self, *_args: Any, slug: str, file: Path, own_gw: str, **_options: Any) -> None:
        """Import the file.

        Raises:
            CommandError: with everything that is wrong; nothing is stored then.
        """
        try:
            text = file.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise CommandError(f"{file}: byte {error.start} is not UTF-8; save the file as CSV in UTF-8.") from error
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from error
        try:
            event = import_results(None, slug, text, own_gw_floored=own_gw == "floored")
        except UserError as error:
            raise CommandError(f"{file}:\n{error}" if "\n" in str(error) else f"{file}: {error}") from error
        self.stdout.write(
            f"{event.slug}: {event.registrations.count()} players, {event.stages.get(order=1).rounds} rounds"
        )
