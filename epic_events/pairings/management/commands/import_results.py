"""``manage.py import_results SLUG FILE.csv``: import a finished event."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from epic_events.bulk_import.tables import decoded
from epic_events.infra.errors import UserError
from epic_events.infra.management_commands import SiteCommand
from epic_events.pairings.imports.parsers import COLUMNS, FILE_NAME, UNKNOWN, parse_event_facts
from epic_events.pairings.imports.services import import_results
from epic_events.pairings.methods.standings import PRESETS

MAX_BYTES = 10_000_000


class Command(SiteCommand):
    """Import a file of results as a finished event."""

    help = (
        "Import the results of a finished event. The event is created if necessary; an earlier import is replaced."
        f" Columns of a table: {', '.join(COLUMNS)}; files of TRF, TOM, WER, NRTM, Cobra, melee.gg, Challonge,"
        f" start.gg and of this site are recognised by their content. A {FILE_NAME} in the same folder may contain name"
        " and date of the event and how its standings treat the player's own GW%%."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for slug, file and the floor of the own GW%."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument("file", type=Path, help="table with one row per match, or a file of another program")
        parser.add_argument(
            "--tie-breaks",
            choices=tuple(PRESETS),
            default="",
            help="tie-breakers and match points; default: those of the program that wrote the file, else Magic's",
        )
        parser.add_argument(
            "--own-gw",
            choices=("floored", "raw"),
            help=f"whether a player's own GW%% has the floor of one third; default: from {FILE_NAME}, else floored",
        )

    def handle(self, *_args: Any, slug: str, file: Path, own_gw: str | None, tie_breaks: str, **_options: Any) -> None:
        """Import the file.

        Raises:
            CommandError: the file has errors; nothing is stored.
        """
        text = _read(file)
        try:
            meta_file = file.parent / FILE_NAME
            facts = parse_event_facts(_read(meta_file)) if meta_file.is_file() else UNKNOWN
            floored = own_gw == "floored" if own_gw else facts.own_gw_floored is not False
            event = import_results(None, slug, text, own_gw_floored=floored, facts=facts, tie_breaks=tie_breaks)
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
        return decoded(file.read_bytes(), MAX_BYTES)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.") from error
    except UserError as error:
        raise CommandError(f"{file}: {error}") from error
