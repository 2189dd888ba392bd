"""What a token has to be good for, by operation: never more than its person may, often less."""

from typing import Any, Final

from django.utils.translation import gettext as _

from epic_events.accounts.models import AccessToken
from epic_events.infra.errors import NotAllowedError

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
"""By tag, what a write takes; nothing for those that say themselves what they take."""
OF_OPERATIONS: Final[dict[str, str]] = {
    "decklists_check": Scope.READ.value,  # stores nothing
    "disputes_pdf_ask": Scope.READ.value,  # says nothing but what can be read
    "decklists_window_change": Scope.ORGANISE.value,
    "decklists_lock_all": Scope.ORGANISE.value,
    "decklists_lock": Scope.ORGANISE.value,
    "document_symbols_fill": Scope.ORGANISE.value,
    "clocks_choose": Scope.ORGANISE.value,
    "round_time": Scope.RESULTS.value,
    "appeals_make": Scope.RESULTS.value,
    "appeals_withdraw": Scope.RESULTS.value,
    "calls_open": Scope.RESULTS.value,  # what a player does at the table
}
"""What differs from the rest of its tag."""


class ScopeError(NotAllowedError):
    """A token is not good for this; says what it would have to be good for."""

    code = "scope"


def scope_of(method: str, operation: dict[str, Any]) -> str:
    """Return the scope that a token needs for an operation; empty where any token will do."""
    own = OF_OPERATIONS.get(operation["operationId"])
    if own is not None:
        return own
    return Scope.READ.value if method == "get" else OF_WRITES[operation["tags"][0]]


def require_scope(auth: object, scope: str) -> None:
    """Stop a token that is not good for this; whoever is signed in in a browser has no such bounds.

    Raises:
        ScopeError: for such a token.
    """
    if isinstance(auth, AccessToken) and scope and scope not in auth.scopes:
        message = _("This token is not good for that: it has %(has)s and would need %(scope)s.")
        raise ScopeError(message % {"has": ", ".join(auth.scopes), "scope": scope})


def refuse_tokens(auth: object) -> None:
    """Keep from tokens what only the person may do.

    Raises:
        ScopeError: for every token.
    """
    if isinstance(auth, AccessToken):
        raise ScopeError(_("A token makes no other tokens: send address and password, or sign in in a browser."))
