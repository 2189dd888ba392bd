"""``manage.py standings SLUG``: print the Swiss standings of an event."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from epic_events.events.models import Event
from epic_events.pairings import reads


class Command(BaseCommand):
    """Prints the standings, after the last finished round or another one."""

    help = "Print the Swiss standings of an event, after its last finished round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the address, the form and the round."""
        parser.add_argument("slug", help="address of the event")
        parser.add_argument("--json", action="store_true", help="a list of objects, fractions of 1 in full precision")
        parser.add_argument("--after", type=int, metavar="ROUND", help="after an earlier round")

    def handle(self, *_args: Any, slug: str, after: int | None, **options: Any) -> None:
        """Print them.

        Raises:
            CommandError: for an event or round that is not there.
        """
        event = Event.objects.filter(slug=slug).first()
        stage = reads.swiss_stage(event) if event else None
        if stage is None:
            raise CommandError(
                f"There is no event at the address {slug!r}; events are listed on the site's event page."
            )
        last = reads.last_finished(stage) or 0
        if after is not None and not 0 <= after <= last:
            raise CommandError(f"Round {after} of {slug!r} is not finished; the last finished round is {last}.")
        rows: list[dict[str, Any]] = [
            {
                "rank": row.standing.rank,
                "player": row.registration.name,
                "match_points": row.standing.match_points,
                "omw": float(row.standing.omw.value),
                "gw": float(row.standing.gw.value),
                "ogw": float(row.standing.ogw.value),
            }
            for row in reads.standing_rows(stage, last if after is None else after)
        ]
        if options["json"]:
            self.stdout.write(json.dumps(rows, indent=1, ensure_ascii=False))
            return
        width = max([len("player"), *(len(str(row["player"])) for row in rows)])
        self.stdout.write(f"{'rank':>4}  {'player':<{width}}  {'points':>6}  {'OMW%':>8}  {'GW%':>8}  {'OGW%':>8}")
        for row in rows:
            shares = "  ".join(f"{float(row[name]) * 100:8.4f}" for name in ("omw", "gw", "ogw"))
            self.stdout.write(f"{row['rank']:>4}  {row['player']:<{width}}  {row['match_points']:>6}  {shares}")
