"""``manage.py import_results SLUG FILE.csv``: import a finished event."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from epic_events.infra.errors import UserError
from epic_events.infra.management_commands import SiteCommand
from epic_events.pairings.imports.parsers import COLUMNS, FILE_NAME, UNKNOWN, parse_event_facts
from epic_events.pairings.imports.services import import_results


class Command(SiteCommand):
    """Import a file of results as a finished event."""

    help = (
        "Import the results of a finished event. The event is created if necessary; an earlier import is replaced."
        f" Columns of the file: {', '.join(COLUMNS)}. A {FILE_NAME} in the same folder may contain name and date of the"
        " event and how its standings treat the player's own GW%%."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for slug, file and the floor of the own GW%."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument("file", type=Path, help="CSV in UTF-8, one row per match")
        parser.add_argument(
            "--own-gw",
            choices=("floored", "raw"),
            help=f"whether a player's own GW%% has the floor of one third; default: from {FILE_NAME}, else floored",
        )

    def handle(self, *_args: Any, slug: str, file: Path, own_gw: str | None, **_options: Any) -> None:
        """Import the file.

        Raises:
            CommandError: the file has errors; nothing is stored.
        """
        text = _read(file)
        try:
            meta_file = file.parent / FILE_NAME
            facts = parse_event_facts(_read(meta_file)) if meta_file.is_file() else UNKNOWN
            floored = own_gw == "floored" if own_gw else facts.own_gw_floored is not False
            event = import_results(None, slug, text, own_gw_floored=floored, facts=facts)
        except UserError as error:
            raise CommandError(f"{file}:\n{error}" if "\n" in str(error) else f"{file}: {error}") from error
        self.stdout.write(
            f"{event.slug}: {event.registrations.count()} players, {event.stages.get(order=1).rounds} rounds"
        )


def _read(file: Path) -> str:
    """Read a text file.

    Raises:
        CommandError: the file does not exist or is not text.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{file}: byte {error.start} is not UTF-8. Save the file as text in UTF-8.") from error
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.") from error
