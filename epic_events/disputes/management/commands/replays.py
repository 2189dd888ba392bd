"""``manage.py replays``: list, restart and cancel replays."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.disputes import services
from epic_events.disputes.models import Dispute
from epic_events.disputes.queue import cancel
from epic_events.disputes.rejudging import replay_failed_again
from epic_events.infra.management_commands import SiteCommand
from epic_events.jobs.models import UNFINISHED


class Command(SiteCommand):
    """Restarts or cancels replays, and lists queued, running and failed ones."""

    help = "Replay a dispute again, cancel its replay, or replay again what failed; then list what waits, runs, failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for restarting and cancelling."""
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--again", metavar="SLUG", help="queue the replay of this dispute once more")
        change.add_argument("--cancel", metavar="SLUG", help="take the replay of this dispute out of the queue")
        change.add_argument("--failed-again", action="store_true", help="queue once more what failed, at most 100")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Restart or cancel replays, then print the list.

        Raises:
            CommandError: it is not possible now; nothing is changed.
        """
        if slug := options["again"]:
            services.replay_again(None, _dispute(slug))
        if slug := options["cancel"]:
            cancel(None, _dispute(slug))
        if options["failed_again"]:
            self.stdout.write(f"{replay_failed_again(None)} replays are queued again")
        disputes = Dispute.objects.filter(status__in=(*UNFINISHED, Dispute.Status.FAILED))
        for dispute in disputes.select_related("event").order_by("-status", "priority", "enqueued_at", "pk"):
            event = dispute.event.slug if dispute.event else "-"
            failure = f": {dispute.failure}" if dispute.failure else ""
            self.stdout.write(f"{dispute.slug}  {dispute.status:8} {event}  {dispute.title}{failure}")


def _dispute(slug: str) -> Dispute:
    """Return the dispute with a slug.

    Raises:
        CommandError: there is none.
    """
    dispute = Dispute.objects.select_related("event").filter(slug=slug).first()
    if dispute is None:
        raise CommandError(f"There is no dispute at the address {slug}.")
    return dispute
