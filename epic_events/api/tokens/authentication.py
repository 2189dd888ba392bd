"""Authentication of API requests by token."""

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from epic_events.accounts.access.tokens import find_token
from epic_events.accounts.models import AccessToken, User

SCHEMES = ("bearer", "token")


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer TOKEN`` (or ``Token TOKEN``).

    An invalid token is refused even on public endpoints.
    """

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        """Return user and token, or None without the header.

        Raises:
            AuthenticationFailed: another scheme, no token, or an unknown token.
        """
        header = request.META.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        scheme, *rest = header.split() or [""]
        if scheme.lower() not in SCHEMES:
            if rest:
                raise _refusal(_("The Authorization scheme “%(scheme)s” is not supported.") % {"scheme": scheme[:40]})
            raise _refusal(_("The Authorization header has no scheme."))
        if not rest:
            raise _refusal(_("The Authorization header has no token."))
        if len(rest) > 1:
            raise _refusal(_("The token must not contain spaces."))
        token = find_token(rest[0])
        if token is None:
            raise _refusal(_("This token is invalid, expired or revoked."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the ``WWW-Authenticate`` header, so that unauthenticated requests get 401."""
        del request
        return "Bearer"


def _refusal(what: str) -> AuthenticationFailed:
    right = _("Send “Authorization: Bearer” followed by a token, or omit the header to read public data.")
    return AuthenticationFailed(f"{what} {right}")
