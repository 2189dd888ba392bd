"""Requests for documents, their typesetting in a worker, and deletion.

Equal documents are typeset once. If a worker is lost, its lease expires after ``REPLAY_LEASE`` seconds and the
recovery task gives the document to another.
"""

import hashlib
import logging
import uuid
from dataclasses import dataclass
from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from epic_events.accounts.rate_limits import limit_rate
from epic_events.documents.content import Document
from epic_events.documents.models import Print
from epic_events.documents.typesetting import count_pages, release, typeset
from epic_events.infra.errors import StateError
from epic_events.infra.leases import is_expired_since

logger = logging.getLogger(__name__)

PRINTS_AN_HOUR = 60
"""Papers that one person, or one network address, has made in an hour; what is made already costs nothing."""
MOST_WAITING = 200
"""Papers that wait or are made at once, of everybody together."""
MOST_ATTEMPTS = 3
QUEUE_PATIENCE = timedelta(seconds=20)
"""How long a paper may wait in the queue before the sweep asks again."""
KEPT = timedelta(days=2)
"""How long a paper is kept: it is made again in a second."""


@dataclass(frozen=True)
class Order:
    """Layout, data and hash of a document."""

    layout: str
    data: str
    digest: str


def order_of(paper: Document, layout: str = "paper") -> Order:
    """Return the order of a document.

    Raises:
        UserError: the document is too large.
    """
    data = paper.data(language=get_language() or "en")
    return Order(layout, data, hashlib.sha256(f"{release(layout)}\0{data}".encode()).hexdigest())


def find(order: Order) -> Print | None:
    """Return the stored document of an order without its PDF, or None."""
    return Print.objects.defer("pdf", "data").filter(digest=order.digest).first()


def is_still_in_state(digest: str, state: str) -> bool:
    """Return True if a document is still in the given unfinished state."""
    return state in Print.OPEN and Print.objects.filter(digest=digest, state=state).exists()


def pdf_of(order: Order) -> bytes | None:
    """Return the PDF of an order; None if it is not typeset or was deleted."""
    found = Print.objects.filter(digest=order.digest, state=Print.State.DONE).values_list("pdf", flat=True).first()
    return None if found is None else bytes(found)


def request_document(asker: str, order: Order) -> Print:
    """Request a document unless it exists or is in progress; retry one that failed.

    Args:
        asker: key of the user for rate limiting.
        order: the document.

    Raises:
        StateError: too many documents wait. TooOftenError: too many requests for different documents.
    """
    found = find(order)
    if found is not None and found.state != Print.State.FAILED:
        return found
    limit_rate("print", asker, limit=PRINTS_AN_HOUR, seconds=3600)
    if Print.objects.filter(state__in=Print.OPEN).count() >= MOST_WAITING:
        raise StateError(_("Too many PDFs are being generated. Try again in a minute."))
    with transaction.atomic():
        made, new = Print.objects.get_or_create(
            digest=order.digest, defaults={"layout": order.layout, "data": order.data}
        )
        if not new:
            made = Print.objects.select_for_update().get(pk=made.pk)
            if made.state == Print.State.FAILED:
                made.state, made.attempts, made.failure = Print.State.QUEUED, 0, ""
                made.data, made.asked_at = order.data, timezone.now()
                made.save()
        transaction.on_commit(lambda: enqueue(made.pk))
    return made


def queue_position(waiting: Print) -> int:
    """Return the number of documents ahead of a waiting one."""
    earlier = Q(asked_at__lt=waiting.asked_at, state=Print.State.QUEUED) | Q(state=Print.State.MAKING)
    return Print.objects.filter(earlier).exclude(pk=waiting.pk).count()


def enqueue(print_id: int) -> None:
    """Send a document to a worker; if the queue is unavailable, the recovery task sends it later."""
    from epic_events.documents.tasks import make  # noqa: PLC0415 - the task module imports this one

    try:
        make.apply_async(args=(print_id,), retry=False)
    except OperationalError:
        logger.warning("The queue does not answer; print %s waits for the sweep.", print_id)


def _worker_is_lost() -> Q:
    return Q(state=Print.State.MAKING) & is_expired_since("started_at", timedelta(seconds=settings.REPLAY_LEASE))


@transaction.atomic
def claim(print_id: int) -> Print | None:
    """Claim a waiting document or one whose lease expired; None if there is nothing to do."""
    free = Q(state=Print.State.QUEUED) | _worker_is_lost()
    found = Print.objects.select_for_update().filter(free, pk=print_id).first()
    if found is None:
        return None
    if found.attempts >= MOST_ATTEMPTS:
        _end(found, failure=_("The PDF was started %(times)d times but never finished.") % {"times": MOST_ATTEMPTS})
        return None
    found.state, found.lease = Print.State.MAKING, uuid.uuid4()
    found.attempts += 1
    found.started_at = timezone.now()
    found.save()
    return found


def run(print_id: int) -> bool:
    """Typeset a document; return True if this call finished it. Idempotent."""
    claimed = claim(print_id)
    if claimed is None:
        return False
    try:
        pdf = typeset(claimed.data, claimed.layout)
    except SoftTimeLimitExceeded:
        return _close(claimed, failure=_("Generating the PDF took too long and was stopped. Read it as text instead."))
    except Exception:
        logger.exception("Print %s failed.", print_id)
        _close(claimed, failure=_("Typesetting failed. The error has been logged."))
        raise
    return _close(claimed, pdf=pdf)


@transaction.atomic
def _close(claimed: Print, *, pdf: bytes | None = None, failure: str = "") -> bool:
    """Store the outcome unless the lease expired and another worker took over."""
    held = Print.objects.select_for_update().filter(pk=claimed.pk, lease=claimed.lease).first()
    if held is None:
        return False
    _end(held, pdf=pdf, failure=failure)
    return True


def _end(held: Print, *, pdf: bytes | None = None, failure: str = "") -> None:
    held.state = Print.State.DONE if pdf is not None else Print.State.FAILED
    held.pdf, held.failure, held.data = pdf, failure, ""
    held.pages = count_pages(pdf) if pdf is not None else 0
    held.lease, held.finished_at = None, timezone.now()
    held.save()


def recover_lost() -> int:
    """Queue documents that wait too long or whose lease expired; return their number."""
    waits = Q(state=Print.State.QUEUED) & is_expired_since("asked_at", QUEUE_PATIENCE)
    found = list(Print.objects.filter(waits | _worker_is_lost()).order_by("pk").values_list("pk", flat=True))
    for print_id in found:
        enqueue(print_id)
    return len(found)


def delete_expired() -> int:
    """Delete documents past their retention time; return their number."""
    over = Q(state__in=(Print.State.DONE, Print.State.FAILED)) & is_expired_since("finished_at", KEPT)
    return Print.objects.filter(over).delete()[0]
