"""``manage.py create_account EMAIL``: an account for somebody, where signing up is not open to everybody."""

from argparse import ArgumentParser
from typing import Any

from epic_events.accounts.services import create_account
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Makes an account without a password; its person signs in by a code from the mail."""

    help = "Make an account for an address; the person signs in by a code that is mailed there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the address and how the person is called."""
        parser.add_argument("email", help="the person's address")
        parser.add_argument("--name", required=True, help="as pairings and standings show it")

    def handle(self, *_args: Any, email: str, name: str, **_options: Any) -> None:
        """Make it.

        Raises:
            CommandError: there is one already, or the address or the name is none.
        """
        user = create_account(None, email=email, name=name)
        self.stdout.write(f"{user.email} signs in by a code that is mailed there.")
