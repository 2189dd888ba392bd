"""Forms, and writes of programs, that arrive more often than they were sent: an answer got lost; each counts once."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django.contrib import messages
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from epic_events.accounts.models import SentForm, User
from epic_events.infra.errors import StateError

ANSWER_LIFETIME: Final = timedelta(days=14)
"""How long an answer is kept: a device that was without a signal for longer is asked to look first."""
OUTBOX_HEADER: Final = "X-Outbox"
"""The header with which a page's own script sends a form; its value says whose page it is."""
_OF_THE_SENDING: Final = ("csrfmiddlewaretoken", "draft")


def owner_key(user: object) -> str:
    """Return the word under which a device keeps what a person typed; empty for nobody. Tells nothing but sameness."""
    if not isinstance(user, User):
        return ""
    return salted_hmac("epic_events.owner", str(user.pk)).hexdigest()[:20]


def is_from_outbox(request: HttpRequest) -> bool:
    """Whether a page's own script sent this form, which reads an answer instead of showing a page."""
    return OUTBOX_HEADER in request.headers


def has_error_message(request: HttpRequest) -> bool:
    """Whether the page that a form leads on to will say that it was refused."""
    queued: list[Any] = getattr(messages.get_messages(request), "_queued_messages", [])
    return any(message.level >= messages.ERROR for message in queued)


def idempotency_key(request: HttpRequest) -> str:
    """Return under which key a form was sent: of its own key, its address and everything in it; empty without one.

    A page that comes back with other words in it is another form, whatever key stands in the page.
    """
    key = request.POST.get("request_key", "")
    if not key:
        return ""
    sent: list[tuple[str, object]] = [pair for pair in request.POST.lists() if pair[0] not in _OF_THE_SENDING]
    for name, files in request.FILES.lists():
        for file in files:
            sent.append((name, (file.name, hashlib.sha256(b"".join(file.chunks())).hexdigest())))
            file.seek(0)
    return hashlib.sha256(repr((request.path, sorted(sent, key=repr))).encode("utf-8", "surrogatepass")).hexdigest()


class RequestInProgressError(StateError):
    """The same is being done at this moment, and whoever asks does not wait for it."""


def run_once(
    user: User,
    key: str,
    action: Callable[[], dict[str, Any]],
    *,
    lifetime: timedelta = ANSWER_LIFETIME,
    wait: bool = True,
) -> tuple[dict[str, Any], bool]:
    """Do what a form, or a program, asks for unless it was done before, and return the answer to it.

    Whoever sends the same at the same time waits for the first one. What is refused leaves nothing behind, so that
    the same may be tried again.

    Args:
        user: who sends it.
        key: of :func:`form_key`; empty for a form without one, which is done each time. What stands before a colon
            in it names those that are kept as long.
        do: does it, and returns what is to be remembered of it: ids and values, no names of what is kept for long.
        kept: how long answers to this kind of key are kept.
        wait: whether to wait for somebody who is at the same at this moment. SQLite, which has one writer, waits.

    Returns:
        What was remembered, and whether it was done before.

    Raises:
        UserError: whatever ``action`` refuses with.
        UnderWayError: somebody is at it, and nobody waits.
    """
    if not key:
        return action(), False
    with transaction.atomic():
        if not wait:
            _acquire_lock(user, key)
        sent, is_new = SentForm.objects.get_or_create(user=user, key=key)
        if is_new:
            _delete_older(user, key.rpartition(":")[0], timezone.now() - lifetime)
            sent.answer = action()
            sent.save(update_fields=["answer"])
    return sent.answer, not is_new


def _delete_older(user: User, kind: str, than: datetime) -> None:
    """Forget the answers of one kind that are too old."""
    old = SentForm.objects.filter(user=user, at__lt=than)
    (old.filter(key__startswith=f"{kind}:") if kind else old.exclude(key__contains=":")).delete()


def _acquire_lock(user: User, key: str) -> None:
    """Be the only one at it until the transaction ends; a lock that goes with its connection leaves nothing behind.

    Raises:
        UnderWayError: somebody else is.
    """
    if connection.vendor != "postgresql":
        return
    digest = hashlib.sha256(f"{user.pk} {key}".encode()).digest()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [int.from_bytes(digest[:8], signed=True)])
        if not cursor.fetchone()[0]:
            raise RequestInProgressError(_("This request is already being processed."))


P = ParamSpec("P")


class _NotDoneError(Exception):
    """A view has answered a form with something else than the way on: nothing is to be remembered."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def once(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Have a view create something once, however often its form arrives: a double tap, an answer that got lost.

    Stands below the decorators that ask for a sign-in, over a view whose form carries a ``request_key``. The way on is
    remembered and given again. A form that comes back with errors, or whose way on tells one, leaves nothing behind and
    may be sent again.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST" or not isinstance(request.user, User):
            return view(request, *args, **kwargs)
        answers: list[HttpResponse] = []

        def do() -> dict[str, Any]:
            response = view(request, *args, **kwargs)
            if not isinstance(response, HttpResponseRedirect) or has_error_message(request):
                raise _NotDoneError(response)
            answers.append(response)
            return {"go": response["Location"]}

        try:
            answer, _before = run_once(request.user, idempotency_key(request), do)
        except _NotDoneError as refused:
            return refused.response
        return answers[0] if answers else HttpResponseRedirect(answer["go"])

    return wrapper
