"""``manage.py close_account``: close an account and remove its personal data."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.accounts.models import User
from epic_events.events.services import close_account
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Closes an account and removes its personal data from finished events."""

    help = "Close an account and remove its personal data; results stay under a pseudonym."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the e-mail address and the reason."""
        parser.add_argument("email", help="e-mail address of the account")
        parser.add_argument("--reason", default="", help="reason, for the audit log")

    def handle(self, *_args: Any, email: str, reason: str, **_options: Any) -> None:
        """Close the account.

        Raises:
            CommandError: there is no such account, or it cannot be closed yet. Nothing is changed.
        """
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"There is no account with the address {email}.")
        close_account(None, user, reason=reason)
        self.stdout.write(f"The account is closed; its number is {user.pk}.")
