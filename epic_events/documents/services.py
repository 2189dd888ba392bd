"""Every write on papers: asking for one, making it in a worker, forgetting it.

The same paper is made once, whoever asks. A worker that dies leaves its lease behind; once that is older than
``REPLAY_LEASE`` the sweep gives the paper to another.
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
from epic_events.documents.content import Paper
from epic_events.documents.models import Print
from epic_events.documents.typesetting import pages_of, release, typeset
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
    """A paper as it would be made now: its layout, its data, and the hash by which it is found."""

    layout: str
    data: str
    digest: str


def order_of(paper: Paper, layout: str = "paper") -> Order:
    """Return the order of a paper.

    Raises:
        UserError: it is too long for one paper.
    """
    data = paper.data(language=get_language() or "en")
    return Order(layout, data, hashlib.sha256(f"{release(layout)}\0{data}".encode()).hexdigest())


def find(order: Order) -> Print | None:
    """Return the paper of an order, without its PDF; None when nobody has asked yet."""
    return Print.objects.defer("pdf", "data").filter(digest=order.digest).first()


def waits_as(digest: str, state: str) -> bool:
    """Whether a paper waits, or is being made, as a page was told before."""
    return state in Print.OPEN and Print.objects.filter(digest=digest, state=state).exists()


def pdf_of(order: Order) -> bytes | None:
    """Return the PDF of an order; None where it is not made, or forgotten."""
    found = Print.objects.filter(digest=order.digest, state=Print.State.DONE).values_list("pdf", flat=True).first()
    return None if found is None else bytes(found)


def ask(asker: str, order: Order) -> Print:
    """Have a paper made, unless it is or is on its way; one that failed is tried anew.

    Args:
        asker: who asks, as ``accounts.throttle.asker`` tells it.
        order: what is to be made.

    Raises:
        StateError: too many papers wait. TooOftenError: for a stream of different ones.
    """
    found = find(order)
    if found is not None and found.state != Print.State.FAILED:
        return found
    limit_rate("print", asker, limit=PRINTS_AN_HOUR, seconds=3600)
    if Print.objects.filter(state__in=Print.OPEN).count() >= MOST_WAITING:
        raise StateError(_("Very many PDFs are being made just now. Try again in a minute."))
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


def before(waiting: Print) -> int:
    """Return how many papers are made before one that waits."""
    earlier = Q(asked_at__lt=waiting.asked_at, state=Print.State.QUEUED) | Q(state=Print.State.MAKING)
    return Print.objects.filter(earlier).exclude(pk=waiting.pk).count()


def enqueue(print_id: int) -> None:
    """Ask a worker to make a paper. When the queue does not answer, nothing is lost: the sweep asks again."""
    from epic_events.documents.tasks import make  # noqa: PLC0415 - the task module imports this one

    try:
        make.apply_async(args=(print_id,), retry=False)
    except OperationalError:
        logger.warning("The queue does not answer; print %s waits for the sweep.", print_id)


def _worker_is_lost() -> Q:
    return Q(state=Print.State.MAKING) & is_expired_since("started_at", timedelta(seconds=settings.REPLAY_LEASE))


@transaction.atomic
def claim(print_id: int) -> Print | None:
    """Take a paper that waits, or one whose worker is lost; None when there is nothing to do."""
    free = Q(state=Print.State.QUEUED) | _worker_is_lost()
    found = Print.objects.select_for_update().filter(free, pk=print_id).first()
    if found is None:
        return None
    if found.attempts >= MOST_ATTEMPTS:
        _end(found, failure=_("It was begun %(times)d times and never made to its end.") % {"times": MOST_ATTEMPTS})
        return None
    found.state, found.lease = Print.State.MAKING, uuid.uuid4()
    found.attempts += 1
    found.started_at = timezone.now()
    found.save()
    return found


def run(print_id: int) -> bool:
    """Make a paper; return whether this call came to its end with it, well or not. Safe to run twice."""
    claimed = claim(print_id)
    if claimed is None:
        return False
    try:
        pdf = typeset(claimed.data, claimed.layout)
    except SoftTimeLimitExceeded:
        return _close(claimed, failure=_("Making it took too long and was stopped. It can be read as text."))
    except Exception:
        logger.exception("Print %s failed.", print_id)
        _close(claimed, failure=_("The typesetter stumbled. The fault is ours and has been logged."))
        raise
    return _close(claimed, pdf=pdf)


@transaction.atomic
def _close(claimed: Print, *, pdf: bytes | None = None, failure: str = "") -> bool:
    """Store how it ended, unless the claim was lost to another worker."""
    held = Print.objects.select_for_update().filter(pk=claimed.pk, lease=claimed.lease).first()
    if held is None:
        return False
    _end(held, pdf=pdf, failure=failure)
    return True


def _end(held: Print, *, pdf: bytes | None = None, failure: str = "") -> None:
    held.state = Print.State.DONE if pdf is not None else Print.State.FAILED
    held.pdf, held.failure, held.data = pdf, failure, ""
    held.pages = pages_of(pdf) if pdf is not None else 0
    held.lease, held.finished_at = None, timezone.now()
    held.save()


def sweep() -> int:
    """Queue again every paper that waits too long or whose worker is lost; return how many."""
    waits = Q(state=Print.State.QUEUED) & is_expired_since("asked_at", QUEUE_PATIENCE)
    found = list(Print.objects.filter(waits | _worker_is_lost()).order_by("pk").values_list("pk", flat=True))
    for print_id in found:
        enqueue(print_id)
    return len(found)


def forget_old() -> int:
    """Delete the papers that were made, or failed, longer ago than they are kept; return how many."""
    over = Q(state__in=(Print.State.DONE, Print.State.FAILED)) & is_expired_since("finished_at", KEPT)
    return Print.objects.filter(over).delete()[0]
