"""Demo accounts.

Their password is public, so they are active only if ``DEMO`` is set.
"""

from typing import Final

from django.conf import settings
from django.db.models import QuerySet

from epic_events.accounts.models import User

DEMO_ADDRESSES: Final = {
    "organiser": "organiser@demo.example",
    "judge": "judge@demo.example",
    "player": "player@demo.example",
}
"""E-mail addresses by role, in a reserved domain that receives no mail."""


def demo_accounts() -> QuerySet[User]:
    """Return the demo accounts."""
    return User.objects.filter(email__in=DEMO_ADDRESSES.values())


def closed_demo_accounts() -> QuerySet[User]:
    """Return the demo accounts if the demo is off: their content is hidden then."""
    return demo_accounts() if not settings.DEMO else User.objects.none()
