"""Export and import of event archives.

``manage.py event_archive export SLUG FILE`` and ``manage.py event_archive import FILE``.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from epic_events.events.management import load_event
from epic_events.infra.management_commands import SiteCommand
from epic_events.integrations.archives.digests import to_text
from epic_events.integrations.archives.services import ArchiveError, check_archive, export_event, import_archive, read


class Command(SiteCommand):
    """Exports, checks or imports an event archive."""

    help = "Export an event to an archive file, or import one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        parts = parser.add_subparsers(dest="action", required=True)
        exporter = parts.add_parser("export", help="export an event")
        exporter.add_argument("slug", help="slug of the event")
        exporter.add_argument("file", type=Path)
        read_parser = parts.add_parser("import", help="import an event archive")
        read_parser.add_argument("file", type=Path)
        read_parser.add_argument("--slug", default="", help="slug of the imported event; default: the slug in the file")
        read_parser.add_argument("--dry-run", action="store_true", help="check the file without importing it")

    def handle(self, *_args: Any, action: str, file: Path, slug: str, dry_run: bool = False, **_options: Any) -> str:
        """Export, check or import the archive.

        Raises:
            CommandError: it is not possible; nothing is stored.
        """
        try:
            if action == "export":
                event = load_event(slug)
                file.write_text(to_text(export_event(None, event)), encoding="utf-8")
                return f"{event.name} exported to {file}."
            content = read(file.read_bytes())
            preview = check_archive(content)
            rows = ", ".join(f"{number} {name}" for name, number in preview.rows.items() if number)
            if dry_run:
                return f"{preview.name} ({preview.slug}): {rows}."
            event = import_archive(None, content, slug=slug)
        except ArchiveError as error:
            raise CommandError("\n".join(error.problems)) from error
        except OSError as error:
            raise CommandError(str(error)) from error
        return f"{event.name} is here, at {event.get_absolute_url()}: {rows}."
