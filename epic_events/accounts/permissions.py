"""Permissions for the whole site, including sign-up.

Permissions at an event are in ``events``.
"""

from collections.abc import Callable

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.models import SiteRole, User
from epic_events.infra.errors import NotAllowedError

SITE_JUDGES_ONLY = gettext_lazy(
    "Only site judges can publish for the whole site. Ask a site administrator for this role. At an event, its "
    "judges open and publish disputes and rulings."
)


def is_site_judge(user: object) -> bool:
    """Return True for site judges and site administrators."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or SiteRole.objects.filter(user=user, role=SiteRole.Role.JUDGE).exists()


def require_site_judge(user: User | None) -> None:
    """Raise unless the user may publish for the whole site.

    ``None`` means the command line.

    Raises:
        NotAllowedError: the user is not a site judge.
    """
    if user is not None and not is_site_judge(user):
        raise NotAllowedError(str(SITE_JUDGES_ONLY))


def may_create_events(user: object) -> bool:
    """Return True if the setting ``CREATE_EVENTS`` allows the user to create events."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if settings.CREATE_EVENTS == "everybody" or user.is_superuser:
        return True
    return SiteRole.objects.filter(user=user, role=SiteRole.Role.ORGANISER).exists()


def is_site_admin(user: object) -> bool:
    """Return True for site administrators."""
    return isinstance(user, User) and user.is_active and user.is_superuser


def require_site_admin(user: User | None) -> None:
    """Raise unless the user is a site administrator. ``None`` means the command line.

    Raises:
        NotAllowedError: the user is not a site administrator.
    """
    if user is not None and not is_site_admin(user):
        raise NotAllowedError(_("Only site administrators can do this."))


InvitationCheck = Callable[[str], bool]
_invitation_checks: list[InvitationCheck] = []


def register_invitation_check(check: InvitationCheck) -> None:
    """Register a function that returns True for invited e-mail addresses."""
    if check not in _invitation_checks:
        _invitation_checks.append(check)


def is_sign_up_open() -> bool:
    """Return True unless sign-up is closed."""
    return bool(settings.SIGN_UP != "closed")


def may_sign_up(email: str) -> bool:
    """Return True if an account may be created for this address."""
    if settings.SIGN_UP == "invited":
        return any(check(email.strip().lower()) for check in _invitation_checks)
    return is_sign_up_open()
