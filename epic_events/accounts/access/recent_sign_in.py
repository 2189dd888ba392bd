"""Whether somebody has just proved who they are: asked before what would let somebody else in for good."""

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
"""Where a session holds who has proved who they are, and when."""
P = ParamSpec("P")


class SignInAgainError(NotAllowedError):
    """Somebody is signed in since too long for this; says what to do."""

    code = "sign_in_again"


def record_authentication(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Remember in the session that the password or a code was given just now; called when allauth says so."""
    request.session[AUTHENTICATED_KEY] = [user.pk, time.time()]


def is_recently_signed_in(request: HttpRequest) -> bool:
    """Whether the reader has given the password or a code within the last minutes, by signing in or when asked."""
    user_key, at = request.session.get(AUTHENTICATED_KEY, (None, 0))
    return (
        user_key is not None
        and user_key == request.user.pk
        and time.time() - at < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    )


def require_recent_sign_in(request: HttpRequest) -> None:
    """Stop whoever has not proved for some minutes who they are.

    Raises:
        SignInAgainError: for them.
    """
    if not is_recently_signed_in(request):
        raise SignInAgainError(_("Sign in again to confirm that it is you."))


def recent_sign_in_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Have a view ask for the password or a code first, when it was not given for some minutes, and then go on.

    Stands below the decorator that asks for a sign-in.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_recently_signed_in(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return wrapper
