"""Who sees what in the frame of the site."""

from epic_events.accounts.models import User
from epic_events.events.models import StaffRole

ROLES_WITH_DISPUTES = (StaffRole.Role.HEAD_JUDGE, StaffRole.Role.JUDGE)


def sees_disputes(user: object) -> bool:
    """Return whether the disputes stand in this person's navigation: judges of any event, and who runs the site."""
    if not isinstance(user, User):
        return False
    return user.is_superuser or StaffRole.objects.filter(user=user, role__in=ROLES_WITH_DISPUTES).exists()
