"""The replay of a dispute by a worker: claimed by a lease, computed outside any transaction, stored once.

A worker that dies leaves its lease behind; once that is older than ``REPLAY_LEASE`` the sweep gives the dispute to
another worker, and whatever the lost one might still store is refused because the lease has changed.
"""

import logging
import time
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from epic_events.disputes import services
from epic_events.disputes.models import Dispute, ReplayBoard
from epic_events.disputes.records.card_files import game_named
from epic_events.disputes.replays import verdicts
from epic_events.disputes.replays.limits import TooMuchWorkError
from epic_events.errors import UserError
from epic_events.events.models import Event
from epic_events.journal.services import record as log
from epic_events.running import metrics
from rules.judge.opinion.deviation import RulingError
from rules.judge.record import RecordError, parse

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
QUEUE_PATIENCE = timedelta(seconds=20)  # how long a queued dispute may wait before the sweep asks again


@dataclass(frozen=True)
class Claim:
    """A worker's right to replay one version of one record."""

    dispute_id: int
    lease: uuid.UUID
    text: str
    game: str
    event: Event | None
    begun: float = field(default_factory=time.perf_counter)


def _lease_ends_before() -> datetime:
    return timezone.now() - timedelta(seconds=settings.REPLAY_LEASE)


@transaction.atomic
def claim(dispute_id: int) -> Claim | None:
    """Take a queued dispute, or a running one whose worker is lost; None when there is nothing to do."""
    dispute = Dispute.objects.select_for_update(of=("self",)).select_related("record").filter(pk=dispute_id).first()
    if dispute is None or dispute.record is None:
        return None
    lost = dispute.status == Dispute.Status.RUNNING and (
        dispute.started_at is None or dispute.started_at < _lease_ends_before()
    )
    if dispute.status != Dispute.Status.QUEUED and not lost:
        return None
    if dispute.attempts >= MOST_ATTEMPTS:
        dispute.status = Dispute.Status.FAILED
        dispute.failure = f"The replay was started {dispute.attempts} times and never came to its end."
        dispute.lease = None
        dispute.finished_at = timezone.now()
        dispute.save()
        log(None, "dispute.replay_failed", event=dispute.event, subject=dispute, attempts=dispute.attempts)
        return None
    dispute.status = Dispute.Status.RUNNING
    dispute.lease = uuid.uuid4()
    dispute.attempts += 1
    dispute.started_at = dispute.heartbeat_at = timezone.now()
    dispute.save()
    structlog.contextvars.bind_contextvars(dispute=dispute.pk, event_id=dispute.event_id)
    return Claim(dispute.pk, dispute.lease, dispute.record.text, dispute.game, dispute.event)


def _store(claim: Claim, outcome: verdicts.Outcome | None, failure: str = "") -> bool:
    """Store what the replay gave, and count it; see :func:`_stored`."""
    stored = _stored(claim, outcome, failure)
    word = "overtaken" if not stored else outcome.verdict if outcome else "failed"
    metrics.replays.labels(word).observe(time.perf_counter() - claim.begun)
    return stored


@transaction.atomic
def _stored(claim: Claim, outcome: verdicts.Outcome | None, failure: str = "") -> bool:
    """Store what the replay gave, unless the claim was lost to another worker or a newer record."""
    dispute = Dispute.objects.select_for_update().get(pk=claim.dispute_id)
    if dispute.status != Dispute.Status.RUNNING or dispute.lease != claim.lease:
        logger.info("The replay of dispute %s was overtaken; its result is dropped.", claim.dispute_id)
        return False
    dispute.lease = None
    dispute.finished_at = timezone.now()
    if outcome is None:
        dispute.status = Dispute.Status.FAILED
        dispute.failure = failure
    else:
        dispute.status = Dispute.Status.DONE
        dispute.verdict = outcome.verdict
        dispute.result = outcome.result
        dispute.engine = outcome.engine
        dispute.failure = ""
        dispute.boards.all().delete()
        ReplayBoard.objects.bulk_create(
            ReplayBoard(dispute=dispute, step=step, whole=board.whole, public=board.public, staff=board.staff)
            for step, board in enumerate(outcome.boards)
        )
    dispute.save()
    verb = "dispute.replayed" if outcome else "dispute.replay_failed"
    log(None, verb, event=dispute.event, subject=dispute, verdict=dispute.verdict, attempts=dispute.attempts)
    return True


def run(dispute_id: int) -> bool:
    """Replay a dispute; return whether this call stored the result.

    Safe to run twice: only a queued or abandoned dispute can be claimed, and only the holder of the claim may store.
    """
    mine = claim(dispute_id)
    if mine is None:
        return False
    try:
        own = game_named(parse(mine.text, game=mine.game), mine.event)
        outcome = verdicts.judge(mine.text, mine.game, own)
    except SoftTimeLimitExceeded:
        return _store(mine, None, "The replay took too long and was stopped. Shorten the record and try again.")
    except (RecordError, RulingError, TooMuchWorkError, UserError) as error:
        return _store(mine, None, str(error))
    except Exception:
        logger.exception("The replay of dispute %s failed.", dispute_id)
        _store(mine, None, "The engine stumbled over this record. The fault is ours and has been logged.")
        raise
    return _store(mine, outcome)


def lost() -> list[int]:
    """Return the disputes that wait too long or whose worker is lost, the oldest first."""
    found = Dispute.objects.filter(
        Q(status=Dispute.Status.QUEUED, enqueued_at__lt=timezone.now() - QUEUE_PATIENCE)
        | Q(status=Dispute.Status.RUNNING, started_at__lt=_lease_ends_before())
    )
    return list(found.order_by("pk").values_list("pk", flat=True))


def sweep() -> int:
    """Queue again every lost dispute; return how many."""
    found = lost()
    for dispute_id in found:
        services.enqueue(dispute_id)
    return len(found)
