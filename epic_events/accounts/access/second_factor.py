"""Second factors: authenticator apps and passkeys, with recovery codes.

django-allauth stores and checks them. This module adds permission checks, audit entries, mails and the revocation
of sessions and tokens when the first factor is added.
"""

from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.accounts.access.encryption import reencrypt
from epic_events.accounts.access.second_factor_mails import notify_added, notify_all_removed, notify_removed
from epic_events.accounts.access.sessions import end_other_sessions
from epic_events.accounts.access.sign_ins import device_name, record_failure
from epic_events.accounts.access.tokens import revoke_tokens
from epic_events.accounts.models import User
from epic_events.accounts.permissions import require_site_admin
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import NotAllowedError, StateError

KINDS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""Types that count as a second factor; recovery codes do not."""


class SecondFactorError(NotAllowedError):
    """The action requires a second factor. The error page links to its setup."""

    code = "second_factor"


def second_factors_of(user: User) -> QuerySet[Authenticator]:
    """Return the second factors of a user, without recovery codes."""
    factors: QuerySet[Authenticator] = Authenticator.objects.filter(user=user, type__in=KINDS)
    return factors


def has_second_factor(user: object) -> bool:
    """Return True if the user has a second factor; one query."""
    return isinstance(user, User) and second_factors_of(user).exists()


def require_second_factor(user: User | None, message: str) -> None:
    """Raise with this message unless the user has a second factor.

    ``None`` means the command line.

    Raises:
        SecondFactorError: the user has no second factor.
    """
    if user is not None and not has_second_factor(user):
        raise SecondFactorError(message)


@transaction.atomic
def remove_second_factors(actor: User | None, user: User, *, reason: str) -> int:
    """Remove all second factors and recovery codes of a user; return their number.

    For users who lost all of them: the site administrator must verify their identity first.

    Args:
        actor: a site administrator; None for the command line.
        user: the owner of the factors.
        reason: for the audit log.

    Raises:
        NotAllowedError: the actor is not a site administrator.
        StateError: the user has no second factor.
    """
    require_site_admin(actor)
    locked = User.objects.select_for_update().get(pk=user.pk)
    ended = second_factors_of(locked).count()
    if not ended:
        raise StateError(_("This account has no second factor."))
    Authenticator.objects.filter(user=locked).delete()
    audit_log.record(actor, "second_factor.ended", subject=user, reason=reason)
    notify_all_removed(locked)
    return ended


@transaction.atomic
def reencrypt_second_factors() -> int:
    """Encrypt all secrets with the current key; return the number of authenticators.

    Raises:
        StateError: a secret was encrypted with a key that the site does not have; nothing is changed.
    """
    found = Authenticator.objects.select_for_update().exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk")
    for each in (all_found := list(found)):
        each.data = reencrypt(each.data)
        each.save(update_fields=["data"])
    return len(all_found)


def on_added(*, request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    """Log a new second factor; with the first, revoke tokens and other sessions.

    They were created with the password alone, so an attacker who knew it would otherwise keep access.
    """
    with transaction.atomic():
        device = device_name(str(request.META.get("HTTP_USER_AGENT", "")))
        audit_log.record(user, "second_factor.added", subject=user, kind=str(authenticator.type), device=device)
        notify_added(user, str(authenticator.type), device)
        if authenticator.type in KINDS and second_factors_of(user).count() == 1:
            revoke_tokens(user, user)
            end_other_sessions(request, user)


def on_removed(*, request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    """Log the removal of a second factor. Signal handler of allauth."""
    device = device_name(str(request.META.get("HTTP_USER_AGENT", "")))
    with transaction.atomic():
        audit_log.record(user, "second_factor.removed", subject=user, kind=str(authenticator.type), device=device)
        notify_removed(user, str(authenticator.type), device)


def on_recovery_codes_reset(*, user: User, **_more: Any) -> None:
    """Log new recovery codes. Signal handler of allauth."""
    audit_log.record(user, "second_factor.new_codes", subject=user)


def on_second_factor_failed(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Log a wrong second factor. Signal handler of allauth."""
    record_failure(request, user.email, "mfa")
