"""The second factor of an account: an authenticator app or passkeys, with recovery codes for the day both are lost.

django-allauth keeps them and asks for them; here is what the site makes of that: who has one, what ends with the first,
what the log tells, and how a program that signs in with a password gives its code.
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
"""What counts as a second factor: recovery codes stand in for one and are none."""


class SecondFactorError(NotAllowedError):
    """Somebody may do this as soon as their account has a second factor; says so, and the page leads to it."""

    code = "second_factor"


def second_factors_of(user: User) -> QuerySet[Authenticator]:
    """Return the second factors of a person, recovery codes not among them."""
    factors: QuerySet[Authenticator] = Authenticator.objects.filter(user=user, type__in=KINDS)
    return factors


def has_second_factor(user: object) -> bool:
    """Whether somebody's account has a second factor; one query."""
    return isinstance(user, User) and second_factors_of(user).exists()


def require_second_factor(user: User | None, message: str) -> None:
    """Stop whoever has no second factor, with these words. None is the site's own command line, which needs none.

    Raises:
        SecondFactorError: for them.
    """
    if user is not None and not has_second_factor(user):
        raise SecondFactorError(message)


@transaction.atomic
def remove_second_factors(actor: User | None, user: User, *, reason: str) -> int:
    """Take every second factor and the recovery codes off an account; return how many there were.

    For somebody who has lost all of them: who takes them off has to know who is asking.

    Args:
        actor: who does it, of those who look after the site; None for its command line.
        user: whose they are.
        reason: why, for the log.

    Raises:
        NotAllowedError: for everybody else.
        StateError: there is none.
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
    """Seal every secret under the key of now, for the site's command line; return how many authenticators have one.

    Raises:
        StateError: one was sealed under a key that the site does not have; nothing is changed.
    """
    found = Authenticator.objects.select_for_update().exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk")
    for each in (all_found := list(found)):
        each.data = reencrypt(each.data)
        each.save(update_fields=["data"])
    return len(all_found)


def on_added(*, request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    """Write down a new second factor; with the first, all ends that the password alone has let in; called by allauth.

    Else somebody who knew the password before would go on, and even gain by it: a token counts as its person does.
    """
    with transaction.atomic():
        device = device_name(str(request.META.get("HTTP_USER_AGENT", "")))
        audit_log.record(user, "second_factor.added", subject=user, kind=str(authenticator.type), device=device)
        notify_added(user, str(authenticator.type), device)
        if authenticator.type in KINDS and second_factors_of(user).count() == 1:
            revoke_tokens(user, user)
            end_other_sessions(request, user)


def on_removed(*, request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    """Write down that a second factor is gone; called by allauth."""
    device = device_name(str(request.META.get("HTTP_USER_AGENT", "")))
    with transaction.atomic():
        audit_log.record(user, "second_factor.removed", subject=user, kind=str(authenticator.type), device=device)
        notify_removed(user, str(authenticator.type), device)


def on_recovery_codes_reset(*, user: User, **_more: Any) -> None:
    """Write down that the recovery codes are others; called by allauth."""
    audit_log.record(user, "second_factor.new_codes", subject=user)


def on_second_factor_failed(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Write down that a second factor was wrong; called by allauth."""
    record_failure(request, user.email, "mfa")
