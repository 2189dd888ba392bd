"""Confirmation of e-mail addresses.

Roles are assigned only to confirmed addresses.
"""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.access.sessions import revoke_access
from epic_events.accounts.models import User, mark_confirmed
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import NotAllowedError

CONFIRM_FIRST = gettext_lazy(
    "Confirm your e-mail address first: on My page, select E-mail and request a code. Signing in with a code sent to "
    "the address also confirms it."
)


def is_confirmed(user: User) -> bool:
    """Return True if the user's e-mail address is confirmed."""
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


def find_confirmed_user(email: str) -> User | None:
    """Return the active user with this confirmed primary address, or None."""
    email = email.strip().lower()
    confirmed = EmailAddress.objects.filter(email=email, verified=True, user__email=email, user__is_active=True)
    address = confirmed.select_related("user").first()
    return address.user if address else None


def require_confirmed(user: User) -> None:
    """Raise unless the user's e-mail address is confirmed.

    Raises:
        NotAllowedError: the address is not confirmed.
    """
    if not is_confirmed(user):
        raise NotAllowedError(str(CONFIRM_FIRST))


def on_confirmed(*, request: HttpRequest, email_address: EmailAddress, **_more: Any) -> None:
    """Log the confirmation and revoke earlier access of other people.

    An attacker may sign up with the address of another person. When its owner confirms it by a sign-in code, the
    attacker loses access. Nothing is revoked if the code is entered in the browser of the sign-up or after a sign-in
    with the password.
    """
    from allauth.account.stages import (  # noqa: PLC0415 - cannot be imported while models are
        EmailVerificationStage,
        LoginStageController,
    )

    user = email_address.user
    login_stage = LoginStageController.enter(request, EmailVerificationStage.key)
    signed_in_user = request.user if request.user.is_authenticated or login_stage is None else login_stage.login.user
    is_own = getattr(signed_in_user, "pk", None) == user.pk
    with transaction.atomic():
        audit_log.record(user, "address.confirmed", subject=user)
        if not is_own:
            revoke_access(user, user, reason="The address was confirmed by its owner.")
    if not is_own:
        text = _("Your e-mail address is confirmed. The previous password, sessions and tokens no longer work.")
        messages.info(request, text)


def on_password_reset(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Confirm the address that received the reset link and revoke earlier access."""
    del request
    if is_confirmed(user) or EmailAddress.objects.filter(user=user).exclude(email=user.email).exists():
        return
    with transaction.atomic():
        mark_confirmed(user)
        audit_log.record(user, "address.confirmed", subject=user)
        revoke_access(user, user, reason="The address was confirmed by its owner.", keep_password=True)
