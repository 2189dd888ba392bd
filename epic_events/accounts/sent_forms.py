"""Forms that arrive more often than they were sent: an answer got lost, a device asks again; each counts once."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.crypto import salted_hmac

from epic_events.accounts.models import SentForm, User

KEPT: Final = timedelta(days=14)
"""How long an answer is kept: a device that was without a signal for longer is asked to look first."""
OUTBOX: Final = "X-Outbox"
"""The header with which a page's own script sends a form; its value says whose page it is."""
_OF_THE_SENDING: Final = ("csrfmiddlewaretoken", "draft")


def owner_of(user: object) -> str:
    """Return the word under which a device keeps what a person typed; empty for nobody. Tells nothing but sameness."""
    if not isinstance(user, User):
        return ""
    return salted_hmac("epic_events.owner", str(user.pk)).hexdigest()[:20]


def by_outbox(request: HttpRequest) -> bool:
    """Whether a page's own script sent this form, which reads an answer instead of showing a page."""
    return OUTBOX in request.headers


def form_key(request: HttpRequest) -> str:
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


def answered_once(user: User, key: str, do: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], bool]:
    """Do what a form asks for unless it was done before, and return the answer to it.

    Whoever sends the same form at the same time waits for the first one. What is refused leaves nothing behind, so
    that the same form may be tried again.

    Args:
        user: who sends the form.
        key: of :func:`form_key`; empty for a form without one, which is done each time.
        do: does it, and returns what is to be remembered of it: ids and values, no names.

    Returns:
        What was remembered, and whether it was done before.

    Raises:
        UserError: whatever ``do`` refuses with.
    """
    if not key:
        return do(), False
    with transaction.atomic():
        sent, new = SentForm.objects.get_or_create(user=user, key=key)
        if new:
            SentForm.objects.filter(user=user, at__lt=timezone.now() - KEPT).delete()
            sent.answer = do()
            sent.save(update_fields=["answer"])
    return sent.answer, not new


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
    remembered and given again. A form that comes back with errors leaves nothing behind and may be sent again.
    """

    @wraps(view)
    def counted(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST" or not isinstance(request.user, User):
            return view(request, *args, **kwargs)
        answers: list[HttpResponse] = []

        def do() -> dict[str, Any]:
            response = view(request, *args, **kwargs)
            if not isinstance(response, HttpResponseRedirect):
                raise _NotDoneError(response)
            answers.append(response)
            return {"go": response["Location"]}

        try:
            told, _before = answered_once(request.user, form_key(request), do)
        except _NotDoneError as refused:
            return refused.response
        return answers[0] if answers else HttpResponseRedirect(told["go"])

    return counted
