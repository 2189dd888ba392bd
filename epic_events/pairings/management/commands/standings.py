"""``manage.py standings SLUG``: print the Swiss standings of an event."""

import json
from argparse import ArgumentParser
from fractions import Fraction
from typing import Any

from django.core.management.base import CommandError

from epic_events.events.models import Event
from epic_events.infra.management_commands import SiteCommand
from epic_events.pairings import selectors
from epic_events.pairings.methods.tie_breaks.chain import Form, TieBreak
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.rows import StandingRow, standing_rows
from epic_events.pairings.standings.tie_break_labels import format_value, short


class Command(SiteCommand):
    """Print the standings after a finished round, the last one by default."""

    help = "Print the Swiss standings of an event, after its last finished round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for slug, output format and round."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument(
            "--json", action="store_true", help="print JSON, percentages as fractions of 1 in full precision"
        )
        parser.add_argument("--after", type=int, metavar="ROUND", help="print the standings after this round")

    def handle(self, *_args: Any, slug: str, after: int | None, **options: Any) -> None:
        """Print the standings.

        Raises:
            CommandError: the event or round does not exist.
        """
        event = Event.objects.filter(slug=slug).first()
        plan = selectors.load_event_plan(event) if event else None
        stage = plan.counting_stage if plan else None
        if plan is None or stage is None:
            raise CommandError(f"There is no event at the address {slug!r}.")
        last = plan.last_finished(stage)
        if after is not None and not 0 <= after <= last:
            raise CommandError(f"Round {after} of {slug!r} is not finished; the last finished round is {last}.")
        rows = standing_rows(stage, last if after is None else after)
        if options["json"]:
            self.stdout.write(json.dumps([_row_as_dict(row) for row in rows], indent=1, ensure_ascii=False))
            return
        chain = ranking.settings_of(stage).chain
        width = max([len("player"), *(len(row.registration.name) for row in rows)])
        head = "  ".join(f"{short(link):>8}" for link in chain)
        self.stdout.write(f"{'rank':>4}  {'player':<{width}}  {'points':>6}  {head}")
        for row in rows:
            values = "  ".join(f"{_format_value(link, value):>8}" for link, value in row.standing.values)
            self.stdout.write(
                f"{row.standing.rank:>4}  {row.registration.name:<{width}}  {row.standing.match_points:>6}  {values}"
            )


def _row_as_dict(row: StandingRow) -> dict[str, Any]:
    """Return a row as JSON data, with every tie-breaker by name."""
    values = {
        link.name: None if value is None else float(value)
        for link, value in row.standing.values
        if link.kind.form is not Form.LOT
    }
    return {
        "rank": row.standing.rank,
        "player": row.registration.name,
        "match_points": row.standing.match_points,
        **values,
    }


def _format_value(link: TieBreak, value: Fraction | None) -> str:
    """Return a value with four decimals, or as a percentage."""
    if value is None or link.kind.form in {Form.LOT, Form.YES_NO}:
        return format_value(link, value)
    return f"{float(value) * (100 if link.kind.form is Form.PERCENT else 1):.4f}"
