"""Management command that generates or replaces the VAPID key for web push."""

from argparse import ArgumentParser
from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.integrations.notices import push_keys


class Command(SiteCommand):
    """Print a new ``VAPID_PRIVATE_KEY``, or replace the key in the database.

    The site creates its own key: a key of one's own is needed only to keep it outside of the database.
    """

    help = "Print a key for VAPID_PRIVATE_KEY, or replace the site's own key, which signs push notifications."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the option."""
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace the key in the database and delete the push subscriptions, for example after a leak",
        )

    def handle(self, *_args: Any, **options: Any) -> str:
        """Print the setting, or replace the key and print what was deleted."""
        if not options["replace"]:
            return f"VAPID_PRIVATE_KEY={push_keys.generate_key()}"
        devices = push_keys.replace_key()
        return f"The push key was replaced and {devices} subscriptions were deleted. Players are asked again."
