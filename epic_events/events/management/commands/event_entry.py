"""``manage.py event_entry SLUG``: list and change the entries of an event."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError

from epic_events.events import services
from epic_events.events.management import load_event
from epic_events.events.models import Event, Registration
from epic_events.infra.management_commands import SiteCommand

STEPS: dict[str, Callable[[None, Registration], Any]] = {
    "check-in": services.check_in,
    "withdraw": services.withdraw,
    "drop": services.drop,
    "reinstate": services.reinstate,
    "admit": services.admit,
}


class Command(SiteCommand):
    """Adds, checks in, drops and reinstates players, then lists the entries."""

    help = "Add, check in, withdraw, drop, reinstate or admit an entry, then list all entries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the slug and one option per action."""
        parser.add_argument("slug", help="slug of the event")
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--add", metavar="NAME", help="enter a player by name, without an account")
        for step in STEPS:
            change.add_argument(f"--{step}", type=int, metavar="ENTRY", help="id of the entry, as listed")

    def handle(self, *_args: Any, slug: str, add: str | None, **options: Any) -> None:
        """Perform the actions, then list the entries.

        Raises:
            CommandError: an action is not possible. Nothing is changed.
        """
        event = load_event(slug)
        if add:
            services.add_player(None, event, name=add)
        for step, change in STEPS.items():
            if (key := options[step.replace("-", "_")]) is not None:
                change(None, _entry(event, key))
        for entry in event.registrations.select_related("player").order_by("pk"):
            self.stdout.write(f"{entry.pk:6}  {entry.get_status_display():12} {entry.name}")


def _entry(event: Event, key: int) -> Registration:
    """Return an entry of the event.

    Raises:
        CommandError: there is no such entry.
    """
    registration = event.registrations.select_related("player").filter(pk=key).first()
    if registration is None:
        raise CommandError(f"{event.slug} has no entry {key}.")
    return registration
