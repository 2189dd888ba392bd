"""Adapters of allauth for accounts and second factors."""

from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.sites.requests import RequestSite
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from epic_events.accounts.access.second_factor import decrypt_secret, encrypt_secret
from epic_events.accounts.access.sign_in_limits import forget_failures, password_attempt
from epic_events.accounts.access.sign_ins import is_recently_signed_in, known_device_key, record_failure
from epic_events.accounts.languages import in_language_of
from epic_events.accounts.permissions import is_sign_up_open

TOO_MANY_FAILURES = gettext_lazy("Too many failed attempts. Try again later, or sign in with a code sent by e-mail.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Adds names, translated mails, rate limits of known devices and sign-in logs."""

    def is_open_for_signup(self, request: Any) -> bool:
        """Return True unless sign-up is closed."""
        del request
        return is_sign_up_open()

    def save_user(self, request: Any, user: Any, form: Any, commit: bool = True) -> Any:
        """Fill the user from the sign-up form."""
        user = super().save_user(request, user, form, commit=False)
        user.name = form.cleaned_data.get("name", "")
        if commit:
            user.save()
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the recipient's language with the name of the site."""
        site = RequestSite(self.request)
        site.name = settings.SITE_NAME
        with in_language_of(context.get("user"), default=get_language() or ""):
            super().send_mail(template_prefix, email, {"current_site": site, **context})

    def authenticate(self, request: Any, **credentials: Any) -> Any:
        """Return the user with these credentials, or None.

        Only failures count towards the limits.

        Raises:
            ValidationError: too many failed attempts.
        """
        email = str(credentials.get("email", ""))
        attempt = password_attempt(request, email, known_device_key(request, email))
        if not attempt.start():
            raise ValidationError(TOO_MANY_FAILURES, code="too_many_login_attempts")
        try:
            user = super().authenticate(request, **credentials)
        except BaseException:
            attempt.succeed()  # a crash is no wrong password
            raise
        if user is None:
            attempt.fail()
        else:
            attempt.succeed()
        return user

    def _delete_login_attempts_cached_email(self, request: Any, **credentials: Any) -> None:
        forget_failures(request, str(credentials.get("email", "")))

    def pre_authenticate(self, request: Any, **credentials: Any) -> None:
        """Do nothing: :meth:`authenticate` has counted the attempt."""

    def authentication_failed(self, request: Any, **credentials: Any) -> None:
        """Log a wrong password."""
        way = "program" if request.path.startswith("/api/") else "password"
        record_failure(request, str(credentials.get("email", "")), way)

    def confirm_email(self, request: Any, email_address: Any) -> bool:
        """Confirm the address.

        Return False if another account has taken it since the code was mailed.
        """
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            confirmed = EmailAddress.objects.filter(user=email_address.user_id, email=email_address.email)
            if confirmed.filter(verified=True).exists():
                return True  # the form arrived twice
            failed = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, failed, {"email": email_address.email})
            return False

    def is_reauthentication_required(self, **_more: Any) -> bool:
        """Return True unless the user authenticated recently.

        Raises:
            ReauthenticationRequired: the user has no password; allauth would skip the check.
        """
        if is_recently_signed_in(self.request):
            return False
        if not self.request.user.has_usable_password():
            raise ReauthenticationRequired
        return True

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return allauth's methods, or a sign-in code for users without a password."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if methods or not user.is_authenticated:
            return methods
        by_code = {"id": "sign_in_again", "description": _("Sign in again"), "url": reverse("access:sign_in_again")}
        return [by_code]


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    """Encrypts secrets, uses the name of the site, and draws QR codes with segno."""

    def build_totp_svg(self, url: str) -> str:
        """Return a QR code as SVG, dark on white in every colour scheme."""
        drawn: str = segno.make(url, error="m", micro=False).svg_inline(scale=5, light="#fff")
        return drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)

    def encrypt(self, text: str) -> str:
        """Encrypt a secret for the database."""
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret from the database."""
        return decrypt_secret(encrypted_text)

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)
