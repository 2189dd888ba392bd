"""Idempotency keys: a write that is retried with the same key happens once.

The client sends a key as ``Idempotency-Key``, the same with each retry (draft-ietf-httpapi-idempotency-key-header).
Keys belong to the user. Only successful responses are stored; a refused write may be retried with its key.
"""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from epic_events.accounts.idempotency import RequestInProgressError, run_once
from epic_events.accounts.models import User
from epic_events.infra.errors import StateError, UserError

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotent-Replayed"
"""Header of a replayed response."""
ANSWER_LIFETIME: Final = timedelta(hours=24)
"""Lifetime of stored responses; shorter than that of form keys, because they contain API data."""
MAX_KEY_LENGTH: Final = 255  # characters
KEYS: Final = '([!#-~]([ -~]*[!-~])?|"([ -~]+[!-~])?)'
"""Valid keys: printable ASCII without leading or trailing spaces, not an empty quoted string."""
WRITES: Final = ("post", "put", "patch", "delete")
_PREFIX: Final = "api:"


class UsedKeyError(UserError):
    """The key was used for another request."""

    status = 422
    code = "key_used"


class InProgressError(StateError):
    """A request with the same key is in progress; retry shortly."""

    code = "in_progress"
    retry_after = 1  # seconds


class _NotDoneError(Exception):
    """The view returned an error response.

    The transaction is rolled back and nothing is stored.
    """

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


def once(method: Callable[..., Response]) -> Callable[..., Response]:
    """Decorate a view method so that it runs once for each idempotency key."""

    @wraps(method)
    def counted(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        do = partial(method, self, request, *args, **kwargs)
        raw_key = request.headers.get(HEADER)
        if raw_key is None:
            return do()
        if getattr(self, "returns_secrets", False):
            message = _("%(header)s is not supported here because responses with a secret are not stored.")
            raise UserError(message % {"header": HEADER})
        key = _key(raw_key)
        return _answered(request.user, key, _content(request), do) if isinstance(request.user, User) else do()

    return counted


def _key(raw_key: str) -> str:
    """Return the stored form of an idempotency key.

    Raises:
        UserError: the header is not a valid key.
    """
    key = raw_key.strip()
    if len(key) > MAX_KEY_LENGTH or not re.fullmatch(KEYS, key):
        message = _("%(header)s must be 1 to %(most)d printable ASCII characters, for example a UUID.")
        raise UserError(message % {"header": HEADER, "most": MAX_KEY_LENGTH})
    if len(key) > 1 and key[0] == key[-1] == '"':  # as the draft writes it
        key = key[1:-1]
    return _PREFIX + hashlib.sha256(key.encode()).hexdigest()[: 64 - len(_PREFIX)]


def _content(request: Request) -> str:
    """Return a hash of method, URL and body."""
    content = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def _answered(user: User, key: str, content: str, do: Callable[[], Response]) -> Response:
    """Run a write unless it has run before, and return its response.

    Raises:
        UsedKeyError: the key was used for another request.
        InProgressError: a request with the key is in progress.
    """
    answers: list[Response] = []

    def remember() -> dict[str, Any]:
        response = do()
        if response.status_code >= status.HTTP_400_BAD_REQUEST:
            raise _NotDoneError(response)
        answers.append(response)
        body = JSONRenderer().render(response.data).decode()  # as text: a JSON column may reorder the keys
        return {"content": content, "status": response.status_code, "body": body}

    try:
        stored, before = run_once(user, key, remember, lifetime=ANSWER_LIFETIME, wait=False)
    except _NotDoneError as refused:
        return refused.response
    except RequestInProgressError as error:
        message = _("A request with the same %(header)s is already being processed. Retry in a second.")
        raise InProgressError(message % {"header": HEADER}) from error
    if not before:
        return answers[0]
    if stored["content"] != content:
        message = _("This %(header)s was already used for a different request. Send a new key.")
        raise UsedKeyError(message % {"header": HEADER})
    data = json.loads(stored["body"]) if stored["body"] else None
    return Response(data, status=stored["status"], headers={REPLAYED: "true"})
