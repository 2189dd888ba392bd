"""Setting ``SIGN_UP``: open, by invitation, or closed."""

from collections.abc import Callable

from django.conf import settings

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
        return any(asked(email.strip().lower()) for asked in _invitation_checks)
    return is_sign_up_open()
