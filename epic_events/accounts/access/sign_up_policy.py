"""Who may make an account: everybody, who was invited, or nobody, as SIGN_UP says."""

from collections.abc import Callable

from django.conf import settings

InvitationCheck = Callable[[str], bool]
_invitation_checks: list[InvitationCheck] = []


def register_invitation_check(check: InvitationCheck) -> None:
    """Let an app say whether it has invited an address; told once, when the app is ready."""
    if check not in _invitation_checks:
        _invitation_checks.append(check)


def is_sign_up_open() -> bool:
    """Whether anybody at all may sign up here."""
    return bool(settings.SIGN_UP != "closed")


def may_sign_up(email: str) -> bool:
    """Whether this address may have an account made; says nothing about whether it has one."""
    if settings.SIGN_UP == "invited":
        return any(asked(email.strip().lower()) for asked in _invitation_checks)
    return is_sign_up_open()
