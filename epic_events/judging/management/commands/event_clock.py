"""``manage.py event_clock SLUG``: show and control the clock of the current round."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.events.management import load_event
from epic_events.infra.management_commands import SiteCommand
from epic_events.judging.clock import selectors as clocks
from epic_events.judging.clock import services
from epic_events.pairings import selectors
from epic_events.pairings.models import Round

STEPS = ("start", "pause", "resume", "add", "reset", "extend")


class Command(SiteCommand):
    """Shows and controls the clock of the current round."""

    help = "Control the clock of the current round or extend the time of one table, then print the clock."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the event and the action."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument("step", nargs="?", choices=STEPS)
        parser.add_argument("--minutes", type=int, help="minutes for start, add (negative to remove) and extend")
        parser.add_argument("--table", type=int, help="table for extend")
        parser.add_argument("--reason", default="", help="reason, recorded in the audit log")

    def handle(self, *_args: Any, slug: str, step: str | None, **options: Any) -> None:
        """Apply the action, if any, and print the clock.

        Raises:
            CommandError: there is no round, or the action is not possible; nothing is changed.
        """
        event = load_event(slug)
        round_ = selectors.load_event_plan(event).latest_round
        if round_ is None:
            raise CommandError("No round has been paired yet.")
        if step is not None:
            _run_step(round_, step, options["minutes"], options["table"], options["reason"])
        round_clock = clocks.get_round_clock(round_)
        left = round_clock.clock.time_left(round_clock.now)
        state = (
            "paused" if round_clock.clock.paused_at else "running" if round_clock.clock.started_at else "not started"
        )
        self.stdout.write(f"{state}{f', {int(left.total_seconds())} seconds left' if left is not None else ''}")
        for match, minutes in clocks.extension_minutes_by_match(round_).items():
            table = round_.matches.get(pk=match).table
            self.stdout.write(f"table {table}: time extension of {minutes} minutes")


def _run_step(round_: Round, step: str, minutes: int | None, table: int | None, reason: str) -> None:
    """Apply an action to the clock.

    Raises:
        CommandError: the minutes are missing, or there is no such table.
        UserError: the action is not possible now.
    """
    if step in ("add", "extend") and minutes is None:
        raise CommandError("Enter the minutes with --minutes.")
    if step == "start":
        services.start_clock(None, round_, minutes)
    elif step == "pause":
        services.pause_clock(None, round_, reason)
    elif step == "resume":
        services.resume_clock(None, round_)
    elif step == "reset":
        services.reset_clock(None, round_, reason)
    elif step == "add":
        services.add_minutes(None, round_, minutes or 0, reason)
    else:
        match = round_.matches.filter(table=table).first() if table is not None else None
        if match is None:
            raise CommandError("Enter a table of the round with --table.")
        services.extend_time(match, minutes or 0, reason, None)
