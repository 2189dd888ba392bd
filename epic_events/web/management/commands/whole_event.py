"""Export and import of event archives.

``manage.py whole_event write SLUG FILE`` and ``manage.py whole_event read FILE``.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from epic_events.events.management.event_argument import load_event
from epic_events.infra.management_commands import SiteCommand
from epic_events.integrations.archives.exporting import export_event
from epic_events.integrations.archives.importing import ArchiveError, check_archive, import_archive, read


class Command(SiteCommand):
    """Exports, checks or imports an event archive."""

    help = "Write a whole event into a file, or take one in from there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        parts = parser.add_subparsers(dest="what", required=True)
        write = parts.add_parser("write", help="write an event into a file")
        write.add_argument("slug", help="address of the event")
        write.add_argument("file", type=Path)
        taken = parts.add_parser("read", help="take in the event of a file")
        taken.add_argument("file", type=Path)
        taken.add_argument("--slug", default="", help="its address here; left out: as in the file")
        taken.add_argument("--look", action="store_true", help="only say what is in it")

    def handle(self, *_args: Any, what: str, file: Path, slug: str, look: bool = False, **_options: Any) -> str:
        """Export, check or import the archive.

        Raises:
            CommandError: it is not possible; nothing is stored.
        """
        try:
            if what == "write":
                event = load_event(slug)
                file.write_text(json.dumps(export_event(None, event), ensure_ascii=False, indent=1), encoding="utf-8")
                return f"{event.name} is written into {file}."
            told = read(file.read_bytes())
            looked = check_archive(told)
            rows = ", ".join(f"{number} {name}" for name, number in looked.rows.items() if number)
            if look:
                return f"{looked.name} ({looked.slug}): {rows}."
            event = import_archive(None, told, slug=slug)
        except ArchiveError as error:
            raise CommandError("\n".join(error.problems)) from error
        except OSError as error:
            raise CommandError(str(error)) from error
        return f"{event.name} is here, at {event.get_absolute_url()}: {rows}."
