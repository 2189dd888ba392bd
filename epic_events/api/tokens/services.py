"""Signing in for programs, by address and password."""

from typing import Final

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed

from epic_events.accounts.access.sign_ins import note_sign_in
from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.models import User
from epic_events.accounts.throttle import TooOftenError

LOCKED: Final = 300
"""Seconds that failures to sign in count for one address, as allauth counts them."""


def sign_in(request: HttpRequest, email: str, password: str) -> User:
    """Return the person with this address and password.

    Failures count together with those on the sign-in page, by network address and by e-mail address.

    Raises:
        AuthenticationFailed: when the two do not fit together.
        TooOftenError: after too many failures.
        NotAllowedError: while the address is not confirmed.
    """
    try:
        user = get_adapter().authenticate(request, email=email, password=password)
    except ValidationError as error:
        raise TooOftenError(" ".join(error.messages), retry_after=LOCKED) from error
    if not isinstance(user, User) or not user.is_active:  # allauth also returns people whose account is closed
        raise AuthenticationFailed(_("The address or the password is wrong."))
    require_confirmed(user)
    note_sign_in(request, user, "program")
    return user
