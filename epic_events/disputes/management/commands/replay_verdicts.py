"""``manage.py replay_verdicts``: replay stored records and list differences.

The current engine judges them.
"""

from argparse import ArgumentParser
from typing import Any

from epic_events.disputes import rejudging
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Judges outdated records. Idempotent: records with a current verdict are skipped."""

    help = "Judge outdated verdicts (other engine, rules or cards) again and list differences. Disputes stay unchanged."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option that runs it here or in the queue."""
        parser.add_argument(
            "--queue", action="store_true", help="leave it to the workers, and list what they have found"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Judge the records and print one line for each difference."""
        if options["queue"]:
            self.stdout.write(f"{rejudging.rejudge_outdated(None)} records are given to the workers")
        else:
            keys = list(rejudging.list_not_rejudged().order_by("pk").values_list("pk", flat=True))
            self.stdout.write(f"{sum(map(rejudging.rejudge_dispute, keys))} records were judged again")
        for dispute, differences in rejudging.with_differences(
            rejudging.list_changed_verdicts().select_related("stored").order_by("pk")
        ):
            for difference in differences:
                change = (
                    f": {difference.before or '-'} -> {difference.now or '-'}"
                    if difference.before or difference.now
                    else ""
                )
                self.stdout.write(f"{dispute.slug} {difference.field}{change}")
        left = rejudging.list_not_rejudged().count()
        self.stdout.write(
            f"{rejudging.list_changed_verdicts().count()} disputes differ, {left} are not judged again yet"
        )
