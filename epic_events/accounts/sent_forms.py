"""Forms that arrive more often than they were sent: an answer got lost, a device asks again; each counts once."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.http import HttpRequest
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
    sent = sorted((name, values) for name, values in request.POST.lists() if name not in _OF_THE_SENDING)
    return hashlib.sha256(repr((request.path, sent)).encode("utf-8", "surrogatepass")).hexdigest()


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
