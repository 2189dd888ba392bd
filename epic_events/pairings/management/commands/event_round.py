"""``manage.py event_round SLUG``: pair, publish and finish rounds of an event."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError

from epic_events.events.management import load_event
from epic_events.events.models import Event
from epic_events.infra.management_commands import SiteCommand
from epic_events.pairings import selectors, services
from epic_events.pairings.models import Round
from epic_events.pairings.round_names import name_of_round

ROUND_STEPS: dict[str, Callable[[None, Round], Any]] = {
    "again": services.pair_again,
    "publish": services.publish_round,
    "discard": services.discard_round,
    "finish": services.finish_round,
}
EVENT_STEPS: dict[str, Callable[[None, Event], Any]] = {
    "pair": services.pair_round,
    "cut": services.start_cut,
    "end": services.finish_event,
}


class Command(SiteCommand):
    """Pair, publish or finish a round and print the status of the event."""

    help = (
        "Carry out a step of an event: pair the next round, pair it again, discard or publish its pairings, finish the"
        " round, start the cut, end the event. Without a step, print the status."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for event and step."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument("step", nargs="?", choices=[*EVENT_STEPS, *ROUND_STEPS])

    def handle(self, *_args: Any, slug: str, step: str | None, **_options: Any) -> None:
        """Carry out the step, then print the status of the event.

        Raises:
            CommandError: the step is not possible now; nothing is changed.
        """
        event = load_event(slug)
        last = selectors.load_event_plan(event).latest_round
        if step in EVENT_STEPS:
            EVENT_STEPS[step](None, event)
        elif step in ROUND_STEPS:
            if last is None:
                raise CommandError("No round has been paired yet.")
            ROUND_STEPS[step](None, last)
        event.refresh_from_db()
        last = selectors.load_event_plan(event).latest_round
        self.stdout.write(f"{event.slug}: {event.get_status_display()}")
        if last is not None:
            missing = len(selectors.open_tables(last))
            self.stdout.write(f"{name_of_round(last)}: {last.get_status_display()}, {missing} tables without a result")
