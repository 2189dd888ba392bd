"""``manage.py event_penalties SLUG``: list and revoke penalties of an event."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.events.management import load_event
from epic_events.infra.management_commands import SiteCommand
from epic_events.judging.models import Penalty
from epic_events.judging.penalties.services import revoke_penalty


class Command(SiteCommand):
    """Lists the penalties of an event and revokes one of them."""

    help = "List the penalties of an event, after revoking one if --revoke is given."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the event, the penalty to revoke and the reason."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument("--revoke", type=int, metavar="PENALTY", help="id of the penalty, as listed")
        parser.add_argument("--reason", default="", help="reason, recorded in the audit log")

    def handle(self, *_args: Any, slug: str, revoke: int | None, reason: str, **_options: Any) -> None:
        """Revoke the penalty, if any is given, and print the list.

        Raises:
            CommandError: the penalty does not exist or cannot be revoked; nothing is changed.
        """
        event = load_event(slug)
        penalties = Penalty.objects.filter(event=event).select_related("registration")
        if revoke is not None:
            penalty = penalties.filter(pk=revoke).first()
            if penalty is None:
                raise CommandError(f"{slug} has no penalty {revoke}.")
            revoke_penalty(None, penalty, reason=reason)
        for one in penalties.order_by("pk"):
            state = "revoked" if one.revoked_at else "counts"
            self.stdout.write(
                f"{one.pk:6}  {state:8} {one.level_name:16} {one.registration.name}: {one.infraction_name}"
            )
