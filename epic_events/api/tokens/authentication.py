"""Authentication of API requests by token."""

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from epic_events.accounts.access.tokens import token_for
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
                raise _refusal(_("“%(scheme)s” is not a way to sign in here.") % {"scheme": scheme[:40]})
            raise _refusal(_("The header “Authorization” names no way to sign in."))
        if not rest:
            raise _refusal(_("The header “Authorization” holds no token."))
        if len(rest) > 1:
            raise _refusal(_("A token is one word."))
        token = token_for(rest[0])
        if token is None:
            raise _refusal(_("This token is unknown, or it has ended."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the ``WWW-Authenticate`` header, so that unauthenticated requests get 401."""
        del request
        return "Bearer"


def _refusal(what: str) -> AuthenticationFailed:
    right = _("Send “Authorization: Bearer” and a token, or leave the header out to read what everybody may.")
    return AuthenticationFailed(f"{what} {right}")
