"""Whether an e-mail address is known to be somebody's own: rights are given to confirmed addresses only."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.access.revocation import revoke_access
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import NotAllowedError, StateError

CONFIRM_FIRST = gettext_lazy(
    "Confirm your e-mail address first: on My page, select E-mail and request a code. Signing in with a code sent to "
    "the address also confirms it."
)


def is_confirmed(user: User) -> bool:
    """Whether the person has shown to read the mail of the account's address."""
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


def find_confirmed_user(email: str) -> User | None:
    """Return the open account whose own, confirmed address this is; None where there is none."""
    email = email.strip().lower()
    confirmed = EmailAddress.objects.filter(email=email, verified=True, user__email=email, user__is_active=True)
    address = confirmed.select_related("user").first()
    return address.user if address else None


def mark_confirmed(user: User) -> None:
    """Take the account's address as confirmed: its mail was read, or who runs the site says that it is its own.

    Raises:
        StateError: when another account has confirmed it.
    """
    if EmailAddress.objects.filter(email=user.email, verified=True).exclude(user=user).exists():
        raise StateError(_("Another account has already confirmed this e-mail address."))
    EmailAddress.objects.filter(user=user).exclude(email=user.email).update(primary=False)
    EmailAddress.objects.update_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})


def require_confirmed(user: User) -> None:
    """Stop an account of whose address nobody knows whether it is its own.

    Raises:
        NotAllowedError: says how to confirm it.
    """
    if not is_confirmed(user):
        raise NotAllowedError(str(CONFIRM_FIRST))


def on_confirmed(*, request: HttpRequest, email_address: EmailAddress, **_more: Any) -> None:
    """End every way in that was there before, unless whoever confirms the address is signed in as its account.

    Anybody may sign up with somebody else's address. Once its owner confirms it, by signing in with a code, the account
    is the owner's alone. Who gives a code in the browser in which the account was made, or its password given, has both
    from the start.
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
    """Confirm the address to which the link was mailed; what let others in before it was confirmed ends."""
    del request
    if is_confirmed(user) or EmailAddress.objects.filter(user=user).exclude(email=user.email).exists():
        return
    with transaction.atomic():
        mark_confirmed(user)
        audit_log.record(user, "address.confirmed", subject=user)
        revoke_access(user, user, reason="The address was confirmed by its owner.", keep_password=True)
