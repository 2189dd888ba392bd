"""Second factors: authenticator apps, passkeys and recovery codes.

Mails about changes and the encryption of the secrets are here too. The key is derived from ``SECRET_KEY``. Secrets
encrypted with one of ``SECRET_KEY_FALLBACKS`` stay readable; ``manage.py seal_second_factors`` encrypts them with the
current key.

django-allauth stores and checks them. This module adds permission checks, audit entries, mails and the revocation
of sessions and tokens when the first factor is added.
"""

import logging
from smtplib import SMTPException
from typing import Any, Final

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.access.sessions import end_other_sessions
from epic_events.accounts.access.sign_ins import device_name, record_failure
from epic_events.accounts.access.tokens import revoke_tokens
from epic_events.accounts.languages import in_language_of
from epic_events.accounts.models import User
from epic_events.accounts.permissions import require_site_admin
from epic_events.audit_log import services as audit_log
from epic_events.infra.encryption import site_cipher
from epic_events.infra.errors import NotAllowedError, StateError

logger = logging.getLogger(__name__)

ENCRYPTED_PREFIX: Final = "sealed:"
"""Prefix of encrypted texts. No plain text in the database has it."""
_PURPOSE: Final = b"epic_events second factor"
_ENCRYPTED_FIELDS: Final = ("secret", "seed")
"""Secret fields of authenticator data: the secret of an app and the seed of recovery codes."""


def encrypt_secret(text: str) -> str:
    """Return the text encrypted with the key of the site.

    The result differs at each call.
    """
    return ENCRYPTED_PREFIX + site_cipher(_PURPOSE).encrypt(text.encode()).decode()


def decrypt_secret(text: str) -> str:
    """Return the decrypted text; a text without the prefix is returned unchanged.

    Raises:
        StateError: the text was encrypted with a key that the site does not have.
    """
    if not text.startswith(ENCRYPTED_PREFIX):
        return text
    try:
        return site_cipher(_PURPOSE).decrypt(text.removeprefix(ENCRYPTED_PREFIX).encode()).decode()
    except InvalidToken as error:
        message = _(
            "The second factor cannot be read because the secret key of this site has changed. Contact a site "
            "administrator."
        )
        raise StateError(message) from error


def reencrypt(data: dict[str, Any]) -> dict[str, Any]:
    """Return authenticator data with its secrets encrypted with the current key."""
    sealed: dict[str, Any] = {
        name: encrypt_secret(decrypt_secret(data[name]))
        for name in _ENCRYPTED_FIELDS
        if isinstance(data.get(name), str)
    }
    if isinstance(data.get("migrated_codes"), list):
        sealed["migrated_codes"] = [encrypt_secret(decrypt_secret(code)) for code in data["migrated_codes"]]
    return {**data, **sealed}


_ADDED: Final[dict[str, str | Promise]] = {
    Authenticator.Type.TOTP: gettext_lazy("An authenticator app was added to your account."),
    Authenticator.Type.WEBAUTHN: gettext_lazy("A passkey was added to your account."),
}
_REMOVED: Final[dict[str, str | Promise]] = {
    Authenticator.Type.TOTP: gettext_lazy("The authenticator app was removed from your account."),
    Authenticator.Type.WEBAUTHN: gettext_lazy("A passkey was removed from your account."),
}


def notify_added(user: User, kind: str, device: str) -> None:
    """Mail the user after commit that a second factor was added.

    Do nothing for recovery codes.
    """
    _notify(user, _ADDED.get(kind), device)


def notify_removed(user: User, kind: str, device: str) -> None:
    """Mail the user after commit that a second factor was removed.

    Do nothing for recovery codes.
    """
    _notify(user, _REMOVED.get(kind), device)


def notify_all_removed(user: User) -> None:
    """Mail the user that a site administrator removed all second factors."""
    _notify(user, gettext_lazy("A site administrator removed all second factors from your account."), "")


def _notify(user: User, event_text: str | Promise | None, device: str) -> None:
    if event_text is None or not user.is_active:
        return
    context = {
        "name": user.get_full_name(),
        "what": event_text,
        "device": device,
        "at": timezone.now(),
        "link": settings.SITE_ADDRESS + reverse("mfa_index"),
        "site_name": settings.SITE_NAME,
    }
    with in_language_of(user):
        subject = f"[{settings.SITE_NAME}] " + _("Your second factor has changed")
        body = render_to_string("account/email/second_factor.txt", context).strip() + "\n"
    transaction.on_commit(lambda: _send(user, subject, body))


def _send(user: User, subject: str, body: str) -> None:
    """Send the mail; an error of the mail server is logged."""
    try:
        send_mail(subject, body, None, [user.email])
    except (OSError, SMTPException):
        logger.exception("The mail about the second factor of account %s could not be sent.", user.pk)


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
    authenticators = Authenticator.objects.select_for_update().exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk")
    for each in (all_found := list(authenticators)):
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
