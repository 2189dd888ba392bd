"""``manage.py site_judges``: list, assign and remove the role of site judges."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from epic_events.accounts.models import SiteRole, User
from epic_events.accounts.services import assign_site_role, remove_site_role
from epic_events.infra.management_commands import SiteCommand


class RoleCommand(SiteCommand):
    """Lists, assigns and removes a site role.

    Attributes:
        role: the role.
    """

    role: SiteRole.Role

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments."""
        change = parser.add_mutually_exclusive_group()
        change.add_argument(
            "--give", metavar="EMAIL", help="assign the role to the account with this confirmed address"
        )
        change.add_argument("--take", metavar="EMAIL", help="remove the role from the account with this address")
        parser.add_argument("--reason", default="", help="reason for the audit log; required for a change")

    def handle(self, *_args: Any, give: str | None, take: str | None, reason: str, **_options: Any) -> None:
        """Assign or remove the role if requested, then list its holders.

        Raises:
            CommandError: the change is not possible; nothing is stored.
        """
        if give:
            assign_site_role(None, email=give, reason=reason, role=self.role)
        if take:
            remove_site_role(None, _account(take), reason=reason, role=self.role)
        for held in SiteRole.objects.filter(role=self.role).select_related("user").order_by("user__email"):
            self.stdout.write(f"{held.user.email}  since {held.given_at:%Y-%m-%d}")


def _account(email: str) -> User:
    """Return the account with this address.

    Raises:
        CommandError: no account has it.
    """
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(f"There is no account with the address {email}.")
    return user


class Command(RoleCommand):
    """Lists, assigns and removes the role of site judges."""

    role = SiteRole.Role.JUDGE
    help = (
        "List the site judges, who publish rulings, disputes and official texts for the whole site. Assign the role"
        " with --give, remove it with --take."
    )
