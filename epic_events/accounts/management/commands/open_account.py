"""``manage.py open_account EMAIL``: create an account where sign-up is not open."""

from argparse import ArgumentParser
from typing import Any

from epic_events.accounts.services import create_account
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Creates an account without a password."""

    help = "Create an account; the user signs in by a code sent by e-mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        parser.add_argument("email", help="e-mail address of the user")
        parser.add_argument("--name", required=True, help="name shown in pairings and standings")

    def handle(self, *_args: Any, email: str, name: str, **_options: Any) -> None:
        """Create the account.

        Raises:
            CommandError: the account exists, or the address or name is invalid.
        """
        user = create_account(None, email=email, name=name)
        self.stdout.write(f"Account {user.email} created. The user signs in by a code sent by e-mail.")
