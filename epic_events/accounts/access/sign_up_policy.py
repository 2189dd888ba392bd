"""Who may make an account: everybody, who was invited, or nobody, as SIGN_UP says."""

from collections.abc import Callable

from django.conf import settings

InvitedBy = Callable[[str], bool]
_inviters: list[InvitedBy] = []


def invites(asked: InvitedBy) -> None:
    """Let an app say whether it has invited an address; told once, when the app is ready."""
    if asked not in _inviters:
        _inviters.append(asked)


def is_open() -> bool:
    """Whether anybody at all may sign up here."""
    return bool(settings.SIGN_UP != "closed")


def may_sign_up(email: str) -> bool:
    """Whether this address may have an account made; says nothing about whether it has one."""
    if settings.SIGN_UP == "invited":
        return any(asked(email.strip().lower()) for asked in _inviters)
    return is_open()
