"""A write that a program sends again because the answer got lost: done once, and answered as the first time.

The program makes up a key for each write and sends it as ``Idempotency-Key``, with every try the same (draft-ietf-
httpapi-idempotency-key-header, and as payment services do). It counts for the person who sends it. Only what was done
is remembered: what was refused may be tried again under its key.
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

from epic_events.accounts.idempotency import UnderWayError, answered_once
from epic_events.accounts.models import User
from epic_events.infra.errors import StateError, UserError

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotent-Replayed"
"""The header of an answer that was given before."""
KEPT: Final = timedelta(hours=24)
"""How long an answer is kept: it holds what the API told, so not as long as the ids that forms led to."""
LONGEST_KEY: Final = 255  # characters
KEYS: Final = '([!#-~]([ -~]*[!-~])?|"([ -~]+[!-~])?)'
"""What a key looks like: printable ASCII that neither begins nor ends with a space, and is no empty quotation."""
WRITES: Final = ("post", "put", "patch", "delete")
_PREFIX: Final = "api:"


class UsedKeyError(UserError):
    """The key was sent before, with something else; a new write needs a key of its own."""

    status = 422
    code = "key_used"


class InProgressError(StateError):
    """The same write is being done at this moment; its answer can be had shortly."""

    code = "in_progress"
    retry_after = 1  # seconds


class _NotDoneError(Exception):
    """A view has answered with something else than that it is done: nothing is to be remembered."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.response = response


def once(method: Callable[..., Response]) -> Callable[..., Response]:
    """Have a method of a view do a write once for each key, however often it is sent."""

    @wraps(method)
    def counted(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        do = partial(method, self, request, *args, **kwargs)
        sent = request.headers.get(HEADER)
        if sent is None:
            return do()
        if getattr(self, "tells_secrets", False):
            message = _("%(header)s is not taken here: a secret is told once, and no answer with it is kept.")
            raise UserError(message % {"header": HEADER})
        key = _key(sent)
        return _answered(request.user, key, _content(request), do) if isinstance(request.user, User) else do()

    return counted


def _key(sent: str) -> str:
    """Return under which key a write is remembered.

    Raises:
        UserError: what was sent cannot be a key.
    """
    key = sent.strip()
    if len(key) > LONGEST_KEY or not re.fullmatch(KEYS, key):
        message = _("%(header)s takes 1 to %(most)d printable characters of ASCII: a UUID, for example.")
        raise UserError(message % {"header": HEADER, "most": LONGEST_KEY})
    if len(key) > 1 and key[0] == key[-1] == '"':  # as the draft writes it
        key = key[1:-1]
    return _PREFIX + hashlib.sha256(key.encode()).hexdigest()[: 64 - len(_PREFIX)]


def _content(request: Request) -> str:
    """Return a word that is another one for every other write: method, address and what was sent."""
    sent = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
    return hashlib.sha256(sent.encode("utf-8", "surrogatepass")).hexdigest()


def _answered(user: User, key: str, content: str, do: Callable[[], Response]) -> Response:
    """Do a write unless it was done before, and return the answer to it.

    Raises:
        UsedKeyError: the key was sent with something else.
        InProgressError: somebody is at it.
    """
    answers: list[Response] = []

    def remember() -> dict[str, Any]:
        response = do()
        if response.status_code >= status.HTTP_400_BAD_REQUEST:
            raise _NotDoneError(response)
        answers.append(response)
        body = JSONRenderer().render(response.data).decode()  # as text: a database may sort what is in it
        return {"content": content, "status": response.status_code, "body": body}

    try:
        told, before = answered_once(user, key, remember, kept=KEPT, wait=False)
    except _NotDoneError as refused:
        return refused.response
    except UnderWayError as error:
        message = _("This is being done at the moment under the same %(header)s: ask again in a second.")
        raise InProgressError(message % {"header": HEADER}) from error
    if not before:
        return answers[0]
    if told["content"] != content:
        message = _("This %(header)s was sent before with something else: a new write needs a new key.")
        raise UsedKeyError(message % {"header": HEADER})
    data = json.loads(told["body"]) if told["body"] else None
    return Response(data, status=told["status"], headers={REPLAYED: "true"})
