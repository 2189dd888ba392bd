"""Remove all second factors and recovery codes of a user who lost them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.accounts.access.second_factor import remove_second_factors
from epic_events.accounts.models import User
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """``manage.py end_second_factor EMAIL --reason REASON``."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        parser.add_argument("email", help="e-mail address of the account")
        parser.add_argument(
            "--reason", required=True, help="reason, and how the identity was verified; for the audit log"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the second factors.

        Raises:
            CommandError: no account has the address, or it has no second factor.
        """
        del args
        user = User.objects.filter(email=options["email"].strip().lower()).first()
        if user is None:
            raise CommandError("There is no account with this address.")
        remove_second_factors(None, user, reason=options["reason"])
        self.stdout.write(f"Second factors of {user.email} removed.")
