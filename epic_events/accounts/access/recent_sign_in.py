"""Reauthentication before sensitive actions."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.infra.errors import NotAllowedError

AUTHENTICATED_KEY: Final = "proved_at"
"""Session key of the last authentication: user key and time."""
P = ParamSpec("P")


class SignInAgainError(NotAllowedError):
    """The last authentication is too old for this action."""

    code = "sign_in_again"


def record_authentication(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Store the user and the time of authentication in the session.

    Signal handler of allauth.
    """
    request.session[AUTHENTICATED_KEY] = [user.pk, time.time()]


def is_recently_signed_in(request: HttpRequest) -> bool:
    """Return True if the last authentication is recent enough for sensitive actions."""
    user_key, at = request.session.get(AUTHENTICATED_KEY, (None, 0))
    return (
        user_key is not None
        and user_key == request.user.pk
        and time.time() - at < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    )


def require_recent_sign_in(request: HttpRequest) -> None:
    """Raise unless the user authenticated recently.

    Raises:
        SignInAgainError: the last authentication is too old.
    """
    if not is_recently_signed_in(request):
        raise SignInAgainError(_("Sign in again to confirm that it is you."))


def recent_sign_in_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view to require a recent authentication, then continue with the view.

    Place it below ``login_required``.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_recently_signed_in(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return wrapper
