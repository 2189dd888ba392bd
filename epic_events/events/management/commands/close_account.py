"""``manage.py close_account``: somebody asks to be forgotten."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.accounts.models import User
from epic_events.events.services import close_account
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Closes an account and takes its person out of every event that is over."""

    help = "Close the account with this address; results stay, with a number where the name stood."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the account, and why."""
        parser.add_argument("email", help="the address of the account")
        parser.add_argument("--reason", default="", help="why; kept in the log")

    def handle(self, *_args: Any, email: str, reason: str, **_options: Any) -> None:
        """Close it.

        Raises:
            CommandError: there is no such account, or it cannot be closed yet; nothing is changed then.
        """
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"There is no account with the address {email}.")
        close_account(None, user, reason=reason)
        self.stdout.write(f"The account is closed; its number is {user.pk}.")
