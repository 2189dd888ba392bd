"""Idempotency of form submissions and API requests that are sent more than once."""

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
"""Lifetime of stored answers; also the limit for entries in a device's outbox."""
OUTBOX_HEADER: Final = "X-Outbox"
"""Header of forms sent by the outbox script; its value is the owner key of the page."""
_OF_THE_SENDING: Final = ("csrfmiddlewaretoken", "draft")


def owner_key(user: object) -> str:
    """Return an opaque key of the user for data on a device; empty if anonymous."""
    if not isinstance(user, User):
        return ""
    return salted_hmac("epic_events.owner", str(user.pk)).hexdigest()[:20]


def is_from_outbox(request: HttpRequest) -> bool:
    """Return True if the outbox script of a page sent the form instead of the browser."""
    return OUTBOX_HEADER in request.headers


def has_error_message(request: HttpRequest) -> bool:
    """Return True if an error message is queued for the next page."""
    queued: list[Any] = getattr(messages.get_messages(request), "_queued_messages", [])
    return any(message.level >= messages.ERROR for message in queued)


def idempotency_key(request: HttpRequest) -> str:
    """Return a digest of the form's key, path and data; empty if the form has no key.

    The data is included so that a corrected form with the same key counts as a new one.
    """
    key = request.POST.get("request_key", "")
    if not key:
        return ""
    fields: list[tuple[str, object]] = [pair for pair in request.POST.lists() if pair[0] not in _OF_THE_SENDING]
    for name, files in request.FILES.lists():
        for file in files:
            fields.append((name, (file.name, hashlib.sha256(b"".join(file.chunks())).hexdigest())))
            file.seek(0)
    return hashlib.sha256(repr((request.path, sorted(fields, key=repr))).encode("utf-8", "surrogatepass")).hexdigest()


class RequestInProgressError(StateError):
    """A request with the same key is still being processed."""


def run_once(
    user: User,
    key: str,
    action: Callable[[], dict[str, Any]],
    *,
    lifetime: timedelta = ANSWER_LIFETIME,
    wait: bool = True,
) -> tuple[dict[str, Any], bool]:
    """Run an action unless its key was already processed; return the stored answer.

    Concurrent requests with the same key wait for the first. If the action raises, nothing is stored, so the request
    can be repeated.

    Args:
        user: the sender.
        key: result of :func:`idempotency_key`; the action always runs if it is empty. A prefix before a colon groups
            keys with the same lifetime.
        action: runs the request and returns the answer to store: IDs and values, no names.
        lifetime: how long answers of this group are stored.
        wait: False to raise instead of waiting for a concurrent request. SQLite always waits.

    Returns:
        The answer, and True if it was stored before.

    Raises:
        UserError: from ``action``.
        RequestInProgressError: a concurrent request has the same key and ``wait`` is False.
    """
    if not key:
        return action(), False
    with transaction.atomic():
        if not wait:
            _acquire_lock(user, key)
        form_record, is_new = SentForm.objects.get_or_create(user=user, key=key)
        if is_new:
            _delete_older(user, key.rpartition(":")[0], timezone.now() - lifetime)
            form_record.answer = action()
            form_record.save(update_fields=["answer"])
    return form_record.answer, not is_new


def _delete_older(user: User, kind: str, than: datetime) -> None:
    old = SentForm.objects.filter(user=user, at__lt=than)
    (old.filter(key__startswith=f"{kind}:") if kind else old.exclude(key__contains=":")).delete()


def _acquire_lock(user: User, key: str) -> None:
    """Acquire an advisory lock until the transaction ends.

    Raises:
        RequestInProgressError: another request holds it.
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
    """The view returned a page instead of a redirect: store no answer."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def once(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view to process each form submission once.

    Place it below ``login_required``, on a view whose form has a ``request_key``. The redirect is stored and returned
    again. A response with errors is not stored, so the form can be sent again.
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
