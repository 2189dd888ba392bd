"""Requests for a sign-in code by e-mail."""

from allauth.account.forms import RequestLoginCodeForm
from allauth.core import context
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from epic_events.accounts.access.sign_in_limits import code_request


class RequestCodeForm(RequestLoginCodeForm):  # type: ignore[misc]  # allauth ships no types
    """Form for a sign-in code, with a limit that used codes do not count towards."""

    def clean_email(self) -> str:
        """Count the request; raise if too many codes were requested and not used."""
        email = str(super().clean_email())
        if context.request.method == "POST" and email and not code_request(context.request, email).start(patience=0):
            raise ValidationError(
                _("Too many codes were requested. Try again in a minute."), code="too_many_login_attempts"
            )
        return email
