"""``manage.py event_decks SLUG``: manage the decklists of an event."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from epic_events.decks import selectors, services
from epic_events.decks.bulk_import import InvalidDecklistsError, import_decklists
from epic_events.decks.context import DeckContext
from epic_events.decks.models import DeckVersion
from epic_events.events.management import load_event
from epic_events.events.models import Event, Registration
from epic_events.infra.management_commands import SiteCommand

OF_ALL: dict[str, bool | None] = {"lock-all": True, "open-all": False, "by-times": None}
"""Lock value by action for all lists."""


class Command(SiteCommand):
    """Submit, lock and unlock decklists, and list missing ones."""

    help = (
        "Take a decklist in for an entry, show the one that counts, lock or open lists, of one entry or of all; then"
        " tell how the list of every entry stands."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the event and the actions."""
        parser.add_argument("slug", help="slug of the event")
        change = parser.add_mutually_exclusive_group()
        for step, messages in (("submit", "store --file as the list of"), ("show", "print the list that counts of")):
            change.add_argument(f"--{step}", type=int, metavar="ENTRY", help=f"{messages} this entry, by key as listed")
        change.add_argument("--many", action="store_true", help="import the lists of many players from --file")
        change.add_argument("--lock", type=int, metavar="ENTRY", help="lock the list of this entry")
        change.add_argument("--open", type=int, metavar="ENTRY", help="unlock the list of this entry")
        for step in OF_ALL:
            change.add_argument(f"--{step}", action="store_true", help="for all entries without a lock of their own")
        parser.add_argument("--file", type=Path, help="UTF-8 file with the list; for an import also CSV")
        parser.add_argument("--accept-problems", action="store_true", help="accept the list despite its problems")
        parser.add_argument("--reason", default="", help="reason for the audit log, shown to the player")

    def handle(self, *_args: Any, slug: str, reason: str, **options: Any) -> None:
        """Run the action, then print the status of the decklists.

        Raises:
            CommandError: the action failed; nothing was changed.
        """
        event = load_event(slug)
        if (key := options["show"]) is not None:
            self.stdout.write(_current_version(_entry(event, key)).text)
            return
        try:
            self._change(event, reason, options)
        except InvalidDecklistsError as error:
            raise CommandError("\n".join([str(error), *map(str, error.errors)])) from error
        event.refresh_from_db()
        for row in selectors.build_decklist_rows(DeckContext(event)):
            lock = "locked" if row.locked else "open"
            self.stdout.write(f"{row.registration.pk:6}  {row.state.value:10} {lock:8} {row.registration.name}")

    def _change(self, event: Event, reason: str, options: dict[str, Any]) -> None:
        if (key := options["submit"]) is not None:
            text, accept = _read_text(options["file"]), options["accept_problems"]
            services.submit(None, _entry(event, key), text, accept_problems=accept, reason=reason)
        if options["many"]:
            imported = import_decklists(None, event, _read_text(options["file"]), reason=reason).versions
            self.stdout.write(f"{len(imported)} lists are stored")
        for step, to_locked in (("lock", True), ("open", False)):
            if (key := options[step]) is not None:
                services.set_lock(None, _entry(event, key), to_locked=to_locked, reason=reason)
        for step, of_all in OF_ALL.items():
            if options[step.replace("-", "_")]:
                services.set_event_lock(None, event, to_locked=of_all, reason=reason)


def _entry(event: Event, key: int) -> Registration:
    entry = event.registrations.filter(pk=key).first()
    if entry is None:
        raise CommandError(f"{event.slug} has no entry {key}.")
    return entry


def _current_version(entry: Registration) -> DeckVersion:
    """Return the current accepted decklist of an entry in the format checked last."""
    version = DeckVersion.objects.counting().filter(registration=entry).order_by("-number").first()
    if version is None:
        raise CommandError(f"{entry.name} has no list that counts.")
    return version


def _read_text(file: Path | None) -> str:
    if file is None:
        raise CommandError("Name the list by --file.")
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file}: this cannot be read as text in UTF-8.") from error
