"""Account adapter of allauth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import ratelimit
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib.sites.requests import RequestSite
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from epic_events.accounts.access.device_cookie import known_device_key
from epic_events.accounts.access.recent_sign_in import is_recently_signed_in
from epic_events.accounts.access.sign_ins import record_failure
from epic_events.accounts.access.sign_up_policy import is_sign_up_open
from epic_events.accounts.language.services import in_language_of


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

    def pre_authenticate(self, request: Any, **credentials: Any) -> None:
        """Count the attempt; known devices have a limit separate from all others.

        Raises:
            ValidationError: too many failed attempts.
        """
        device = known_device_key(request, str(credentials.get("email", "")))
        if not device:
            super().pre_authenticate(request, **credentials)
        elif not ratelimit.consume(request, action="login_failed_known_device", key=device):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: Any, **credentials: Any) -> None:
        """Log a wrong password."""
        way = "program" if request.path.startswith("/api/") else "password"
        record_failure(request, str(credentials.get("email", "")), way)

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
        found: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if found or not user.is_authenticated:
            return found
        by_code = {"id": "sign_in_again", "description": _("Sign in again"), "url": reverse("access:again")}
        return [by_code]
