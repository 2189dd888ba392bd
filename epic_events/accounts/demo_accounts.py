"""The accounts of the demo, whose password is published: they are open only while the site shows the demo."""

from typing import Final

from django.conf import settings
from django.db.models import QuerySet

from epic_events.accounts.models import User

DEMO_ADDRESSES: Final = {
    "organiser": "organiser@demo.example",
    "judge": "judge@demo.example",
    "player": "player@demo.example",
}
"""By what each shows; nobody reads mail at this reserved name."""


def demo_accounts() -> QuerySet[User]:
    """Return the accounts of the demo."""
    return User.objects.filter(email__in=DEMO_ADDRESSES.values())


def closed_demo_accounts() -> QuerySet[User]:
    """Return the accounts of the demo while the site does not show it: what they published is for nobody then."""
    return demo_accounts() if not settings.DEMO else User.objects.none()
