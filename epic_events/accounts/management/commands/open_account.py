"""``manage.py open_account EMAIL``: create an account where sign-up is not open."""

from argparse import ArgumentParser
from typing import Any

from epic_events.accounts.services import create_account
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Creates an account without a password."""

    help = "Make an account for an address; the person signs in by a code that is mailed there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        parser.add_argument("email", help="the person's address")
        parser.add_argument("--name", required=True, help="as pairings and standings show it")

    def handle(self, *_args: Any, email: str, name: str, **_options: Any) -> None:
        """Create the account.

        Raises:
            CommandError: the account exists, or the address or name is invalid.
        """
        user = create_account(None, email=email, name=name)
        self.stdout.write(f"{user.email} signs in by a code that is mailed there.")
