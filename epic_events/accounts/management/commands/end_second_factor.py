"""Takes the second factor off an account whose person has lost it, recovery codes and all."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.accounts.access.second_factor import remove_second_factors
from epic_events.accounts.models import User
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """``manage.py remove_second_factors EMAIL --reason WHY``."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take an address and why."""
        parser.add_argument("email", help="the address of the account")
        parser.add_argument("--reason", required=True, help="why, and how you know who is asking; for the log")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take it off.

        Raises:
            CommandError: there is no such account, or it has no second factor.
        """
        del args
        user = User.objects.filter(email=options["email"].strip().lower()).first()
        if user is None:
            raise CommandError("There is no account with this address.")
        remove_second_factors(None, user, reason=options["reason"])
        self.stdout.write(f"{user.email} signs in without a second factor from now on.")
