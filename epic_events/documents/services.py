"""Requests for documents, their typesetting in a worker, and deletion.

Equal documents are typeset once, as leased jobs; see ``jobs.leased``.
"""

import hashlib
import logging
from dataclasses import dataclass
from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from epic_events.accounts.rate_limits import limit_rate
from epic_events.documents.content import Document
from epic_events.documents.models import Print
from epic_events.documents.typesetting import count_pages, release, typeset
from epic_events.infra.errors import StateError
from epic_events.jobs import leased
from epic_events.jobs.models import UNFINISHED, JobStatus, is_expired_since

logger = logging.getLogger(__name__)

PRINTS_AN_HOUR = 60
"""Documents per user or IP address in an hour; existing ones do not count."""
MAX_WAITING = 200
"""Queued and running documents of all users."""
LIFETIME = timedelta(days=2)
"""Lifetime of documents; they are quickly generated again."""


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
    return state in UNFINISHED and Print.objects.filter(digest=digest, status=state).exists()


def pdf_of(order: Order) -> bytes | None:
    """Return the PDF of an order; None if it is not typeset or was deleted."""
    document = Print.objects.filter(digest=order.digest, status=JobStatus.DONE).values_list("pdf", flat=True).first()
    return None if document is None else bytes(document)


def request_document(client_key: str, order: Order) -> Print:
    """Request a document unless it exists or is in progress; retry one that failed.

    Args:
        client_key: key of the user for rate limiting.
        order: the document.

    Raises:
        StateError: too many documents wait. TooOftenError: too many requests for different documents.
    """
    document = find(order)
    if document is not None and document.status != JobStatus.FAILED:
        return document
    limit_rate("print", client_key, limit=PRINTS_AN_HOUR, seconds=3600)
    if Print.objects.filter(status__in=UNFINISHED).count() >= MAX_WAITING:
        raise StateError(_("Too many PDFs are being generated. Try again in a minute."))
    with transaction.atomic():
        print_job, new = Print.objects.get_or_create(
            digest=order.digest, defaults={"layout": order.layout, "data": order.data}
        )
        if not new:
            print_job = Print.objects.select_for_update().get(pk=print_job.pk)
            if print_job.status == JobStatus.FAILED:
                print_job.status, print_job.attempts, print_job.failure = JobStatus.QUEUED, 0, ""
                print_job.data, print_job.enqueued_at, print_job.sent_at = order.data, timezone.now(), None
                print_job.save()
        transaction.on_commit(lambda: leased.enqueue(Print, print_job.pk) and None)
    return print_job


def queue_position(waiting: Print) -> int:
    """Return the number of documents ahead of a waiting one."""
    earlier = Q(enqueued_at__lt=waiting.enqueued_at, status=JobStatus.QUEUED) | Q(status=JobStatus.RUNNING)
    return Print.objects.filter(earlier).exclude(pk=waiting.pk).count()


def claim(print_id: int, task: str = "", *, is_retry: bool = False) -> Print | None:
    """Claim a document; see :func:`epic_events.jobs.leased.claim`."""
    return leased.claim(Print.objects.all(), print_id, task=task, is_retry=is_retry, on_exhausted=_drop_data)


def run(print_id: int, task: str = "", *, is_retry: bool = False) -> bool:
    """Typeset a document; return True if this call finished it. Idempotent.

    Args:
        print_id: the document.
        task: id of the Celery task; empty outside of one.
        is_retry: True if the task already ran and found the database unavailable.
    """
    claimed = claim(print_id, task, is_retry=is_retry)
    if claimed is None:
        return False
    try:
        with leased.heartbeat(claimed):
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
    """Store the outcome unless the lease was lost to another worker."""
    held = leased.lock_claimed(Print.objects.all(), claimed)
    if held is None:
        return False
    held.pdf, held.data = pdf, ""
    held.pages = count_pages(pdf) if pdf is not None else 0
    held.finish(JobStatus.DONE if pdf is not None else JobStatus.FAILED, failure)
    return True


def _drop_data(exhausted: Print) -> None:
    Print.objects.filter(pk=exhausted.pk).update(data="")


def delete_expired() -> int:
    """Delete documents past their retention time; return their number."""
    over = Q(status__in=(JobStatus.DONE, JobStatus.FAILED)) & is_expired_since("finished_at", LIFETIME)
    return Print.objects.filter(over).delete()[0]
