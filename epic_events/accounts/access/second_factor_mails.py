"""E-mails that notify users about changes of their second factors."""

import logging
from smtplib import SMTPException
from typing import Final

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.language.services import in_language_of
from epic_events.accounts.models import User

logger = logging.getLogger(__name__)

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
    _tell(user, _ADDED.get(kind), device)


def notify_removed(user: User, kind: str, device: str) -> None:
    """Mail the user after commit that a second factor was removed.

    Do nothing for recovery codes.
    """
    _tell(user, _REMOVED.get(kind), device)


def notify_all_removed(user: User) -> None:
    """Mail the user that a site administrator removed all second factors."""
    _tell(user, gettext_lazy("A site administrator removed all second factors from your account."), "")


def _tell(user: User, what: str | Promise | None, device: str) -> None:
    if what is None or not user.is_active:
        return
    context = {
        "name": user.get_full_name(),
        "what": what,
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
