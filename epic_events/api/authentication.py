"""Authentication of requests by token, and the scopes that operations require."""

from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from epic_events.accounts.access.tokens import find_token
from epic_events.accounts.models import AccessToken, User
from epic_events.infra.errors import NotAllowedError

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
        """Return the ``WWW-Authenticate`` header.

        With it, unauthenticated requests get 401.
        """
        del request
        return "Bearer"


def _refusal(event_text: str) -> AuthenticationFailed:
    right = _("Send “Authorization: Bearer” followed by a token, or omit the header to read public data.")
    return AuthenticationFailed(f"{event_text} {right}")


Scope = AccessToken.Scope

OF_WRITES: Final[dict[str, str]] = {
    "events": Scope.ORGANISE.value,
    "rounds": Scope.ORGANISE.value,
    "repairs": Scope.ORGANISE.value,
    "results": Scope.RESULTS.value,
    "decklists": Scope.DECKS.value,
    "judging": Scope.JUDGE.value,
    "disputes": Scope.JUDGE.value,
    "rulings": Scope.JUDGE.value,
    "clock": Scope.RESULTS.value,
    "webhooks": Scope.ORGANISE.value,
    "token": "",
}
"""Scope required by writes, by tag; tags missing here define it per operation."""
OF_OPERATIONS: Final[dict[str, str]] = {
    "decklists_check": Scope.READ.value,  # stores nothing
    "disputes_pdf_ask": Scope.READ.value,  # reveals only what the user may read anyway
    "decklists_window_change": Scope.ORGANISE.value,
    "decklists_lock_all": Scope.ORGANISE.value,
    "decklists_lock": Scope.ORGANISE.value,
    "document_symbols_fill": Scope.ORGANISE.value,
    "clocks_choose": Scope.ORGANISE.value,
    "preparation_step": Scope.ORGANISE.value,  # starts the event and closes decklists
    "round_time": Scope.RESULTS.value,
    "appeals_make": Scope.RESULTS.value,
    "appeals_withdraw": Scope.RESULTS.value,
    "calls_open": Scope.RESULTS.value,  # an action of players, not of the staff
}
"""Scope required by single operations, by operation id; overrides the scope of the tag."""


class ScopeError(NotAllowedError):
    """The token lacks a scope; the message names it."""

    code = "scope"


def scope_of(method: str, operation: dict[str, Any]) -> str:
    """Return the scope that an operation requires; empty if any token is accepted."""
    own = OF_OPERATIONS.get(operation["operationId"])
    if own is not None:
        return own
    return Scope.READ.value if method == "get" else OF_WRITES[operation["tags"][0]]


def require_scope(auth: object, scope: str) -> None:
    """Raise if a token lacks a scope; browser sessions have all scopes.

    Raises:
        ScopeError: the token lacks the scope.
    """
    if isinstance(auth, AccessToken) and scope and scope not in auth.scopes:
        message = _("This token needs the scope %(scope)s. It has: %(has)s.")
        raise ScopeError(message % {"has": ", ".join(auth.scopes), "scope": scope})


def reject_tokens(auth: object) -> None:
    """Raise if the request uses a token instead of a browser session.

    Raises:
        ScopeError: for every token.
    """
    if isinstance(auth, AccessToken):
        raise ScopeError(
            _("A token cannot create other tokens. Send an e-mail address and password, or sign in with a browser.")
        )
