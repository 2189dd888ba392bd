"""Sign-in by e-mail address and password for API clients."""

from typing import Final

from allauth.account.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed

from epic_events.accounts.access.second_factor import has_second_factor
from epic_events.accounts.access.sign_ins import record_sign_in
from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import RateLimitError

LOCKED: Final = 300
"""Seconds that failures to sign in count for one address, as allauth counts them."""


def sign_in(request: HttpRequest, email: str, password: str, code: str = "") -> User:
    """Return the user with these credentials.

    Failures count towards the limits of the sign-in page, by network address and by e-mail address.

    Args:
        request: the request.
        email: the e-mail address.
        password: the password.
        code: code of the second factor or a recovery code; ignored for accounts without a second factor.

    Raises:
        AuthenticationFailed: the credentials are wrong.
        TooOftenError: there were too many failures.
        NotAllowedError: the e-mail address is not confirmed.
    """
    try:
        user = get_adapter().authenticate(request, email=email, password=password)
    except ValidationError as error:
        raise RateLimitError(" ".join(error.messages), retry_after=LOCKED) from error
    if not isinstance(user, User) or not user.is_active:  # allauth also returns people whose account is closed
        raise AuthenticationFailed(_("The e-mail address or the password is incorrect."))
    require_confirmed(user)
    _check_code(user, code)
    record_sign_in(request, user, "program")
    return user


def _check_code(user: User, code: str) -> None:
    """Check the code of a second factor, as the sign-in page does.

    Raises:
        AuthenticationFailed: it is missing or wrong.
        TooOftenError: there were too many wrong codes.
    """
    if not has_second_factor(user):
        return
    if not code:
        raise AuthenticationFailed(
            _("This account has a second factor. Send a code from the authenticator app, or a recovery code.")
        )
    form = AuthenticateForm(user=user, data={"code": code})
    if form.is_valid():
        form.authenticator.record_usage()
        return
    if form.has_error("code", "too_many_login_attempts"):
        raise RateLimitError(" ".join(form.errors["code"]), retry_after=LOCKED)
    raise AuthenticationFailed(_("The code of the second factor is incorrect."))
