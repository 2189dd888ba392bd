"""``manage.py event_staff SLUG``: list and change the staff of an event."""

from argparse import ArgumentParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.core.management.base import CommandError

from epic_events.events.management import load_event
from epic_events.events.models import Event, StaffRole
from epic_events.events.services import assign_role, revoke_invitation, revoke_role
from epic_events.infra.management_commands import SiteCommand


class Command(SiteCommand):
    """Lists, assigns and revokes the roles of an event."""

    help = (
        "List who runs an event and who is invited; with --give or --take change that. A role begins at once where an"
        " account has confirmed the address; else, with --site, an invitation is mailed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the slug, the e-mail addresses and the role."""
        parser.add_argument("slug", help="slug of the event")
        change = parser.add_mutually_exclusive_group()
        change.add_argument("--give", metavar="EMAIL", help="assign the role to this e-mail address")
        change.add_argument(
            "--take", metavar="EMAIL", help="revoke the role, or the invitation to it, of this e-mail address"
        )
        parser.add_argument("--role", choices=StaffRole.Role.values, default=StaffRole.Role.JUDGE.value)
        parser.add_argument(
            "--site", metavar="URL", help="base URL of the site, for invitations, such as https://events.example.org"
        )

    def handle(
        self, *_args: Any, slug: str, give: str | None, take: str | None, role: str, site: str | None, **_options: Any
    ) -> None:
        """Assign or revoke a role, then list the staff.

        Raises:
            CommandError: the change is not possible. Nothing is stored.
        """
        event = load_event(slug)
        if site and urlsplit(site).scheme not in {"http", "https"}:
            raise CommandError(f"--site is {site!r}: write it like https://events.example.org.")
        if give:
            address = (lambda path: urljoin(site, path)) if site else None
            assign_role(None, event, email=give, role=role, address=address)
        if take:
            _take(event, take.strip().lower(), role)
        for staff_roles in event.staff.select_related("user").order_by("role", "pk"):
            self.stdout.write(f"{staff_roles.role:12} {staff_roles.user.email}")
        for invited in event.invitations.order_by("pk"):
            state = f"invited until {invited.expires_at:%Y-%m-%d}" if invited.sent_at else "invited, mail not sent"
            self.stdout.write(f"{invited.role:12} {invited.email}  ({state})")


def _take(event: Event, email: str, role: str) -> None:
    """Revoke a role, or the invitation to it, by e-mail address.

    Raises:
        CommandError: there is no such role or invitation.
    """
    staff_role = StaffRole.objects.filter(event=event, user__email=email, role=role).first()
    invited = event.invitations.filter(email=email, role=role).first()
    if staff_role is not None:
        revoke_role(None, staff_role)
    elif invited is not None:
        revoke_invitation(None, invited)
    else:
        raise CommandError(f"{email} has no such role at this event, and no invitation to it.")
