"""The replay of a dispute by a worker: claimed by a lease, computed outside any transaction, stored once.

A worker that dies leaves its lease behind; once it was silent for long the sweep gives the dispute to another worker,
and whatever the lost one might still store is refused because the lease has changed.
"""

import logging
import time
import uuid
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from epic_events.audit_log.services import record as log
from epic_events.disputes.models import Dispute, StoredVerdict
from epic_events.disputes.queue.heartbeat import MOST_ATTEMPTS, Progress, beating, is_lost, lost_by
from epic_events.disputes.queue.memory import at_most
from epic_events.disputes.queue.sending import enqueue
from epic_events.disputes.records.card_files import game_named
from epic_events.disputes.replays import doubted_play, stored_verdicts, verdicts
from epic_events.disputes.replays.limits import TooMuchWorkError
from epic_events.events.models import Event
from epic_events.infra import database, metrics
from epic_events.infra.errors import UserError
from epic_events.infra.leases import is_expired_since
from rules.judge.analysis.branch_comparison import RulingError
from rules.judge.record import RecordError, parse

logger = logging.getLogger(__name__)

QUEUE_PATIENCE = timedelta(seconds=20)  # how long a dispute that no queue took may wait before the sweep asks again
SENT_PATIENCE = timedelta(seconds=30)  # how long one may that a queue took


@dataclass(frozen=True)
class Claim:
    """A worker's right to replay one version of one record."""

    dispute_id: int
    lease: uuid.UUID
    text: str
    game: str
    event: Event | None
    task: str = ""
    begun: float = field(default_factory=time.perf_counter)


@transaction.atomic
def claim(dispute_id: int, task: str = "", *, again: bool = False) -> Claim | None:
    """Take a queued dispute, or a running one whose worker is lost; None when there is nothing to do.

    Args:
        dispute_id: which.
        task: the task of the queue that is done; a queue gives it a second time when its worker is lost. Empty outside
            of a queue.
        again: the task comes back because database or queue were away: that does not count as an attempt.
    """
    dispute = Dispute.objects.select_for_update(of=("self",)).select_related("record").filter(pk=dispute_id).first()
    if dispute is None or dispute.record is None:
        return None
    running = dispute.status == Dispute.Status.RUNNING
    mine = running and task != "" and dispute.task == task and (again or dispute.attempts == 1)
    if dispute.status != Dispute.Status.QUEUED and not mine and not is_lost(dispute, timezone.now()):
        return None
    if dispute.attempts >= MOST_ATTEMPTS and not (mine and again):
        dispute.status = Dispute.Status.FAILED
        dispute.failure = f"The replay was started {dispute.attempts} times and never came to its end."
        dispute.lease = None
        dispute.finished_at = timezone.now()
        dispute.save()
        log(None, "dispute.replay_failed", event=dispute.event, subject=dispute, attempts=dispute.attempts)
        return None
    dispute.status = Dispute.Status.RUNNING
    dispute.lease = uuid.uuid4()
    dispute.task = task
    dispute.stage = 0
    dispute.attempts += 0 if mine and again else 1
    dispute.started_at = dispute.heartbeat_at = timezone.now()
    dispute.save()
    structlog.contextvars.bind_contextvars(dispute=dispute.pk, event_id=dispute.event_id)
    return Claim(dispute.pk, dispute.lease, dispute.record.text, dispute.game, dispute.event, task)


@dataclass(frozen=True)
class Answer:
    """What came of a replay.

    Attributes:
        outcome: what the engine said; None where it could not.
        failure: why it could not.
        ground: what the record was judged by; empty where the failure says nothing of the record.
        known: what was kept of the same record and ground before.
    """

    outcome: verdicts.Outcome | None = None
    failure: str = ""
    ground: str = ""
    known: StoredVerdict | None = None


def _store(claim: Claim, answer: Answer) -> bool:
    """Store what the replay gave, and count it; see :func:`_stored`."""
    word = _stored(claim, answer)
    metrics.replays.labels(word).observe(time.perf_counter() - claim.begun)
    return word != "overtaken"


@transaction.atomic
def _stored(claim: Claim, answer: Answer) -> str:
    """Store what the replay gave, unless the claim was lost to another worker or a newer record; return what it is."""
    dispute = Dispute.objects.select_for_update().get(pk=claim.dispute_id)
    if dispute.status != Dispute.Status.RUNNING or dispute.lease != claim.lease:
        logger.info("The replay of dispute %s was overtaken; its result is dropped.", claim.dispute_id)
        return "overtaken"
    said = answer.known
    if said is None and answer.ground:
        said = stored_verdicts.keep(claim.game, claim.text, answer.ground, answer.outcome, answer.failure)
    dispute.lease = None
    dispute.task = ""
    dispute.finished_at = timezone.now()
    if said is None or said.failure:
        dispute.status = Dispute.Status.FAILED
        dispute.failure = said.failure if said else answer.failure
    else:
        dispute.status = Dispute.Status.DONE
        dispute.verdict = doubted_play.answer(said.verdict, said.result or {}, dispute.doubted_line, full=True).verdict
        dispute.stored = said
        dispute.failure = ""
    dispute.save()
    done = dispute.status == Dispute.Status.DONE
    verb = "dispute.replayed" if done else "dispute.replay_failed"
    log(None, verb, event=dispute.event, subject=dispute, verdict=dispute.verdict, attempts=dispute.attempts)
    return dispute.verdict if done else "failed"


def run(dispute_id: int, task: str = "", *, again: bool = False) -> bool:
    """Replay a dispute; return whether this call stored the result.

    Safe to run twice: only a queued or abandoned dispute can be claimed, and only the holder of the claim may store.
    The same record is judged once by the same engine, rules and cards: who comes later gets the same answer.

    Args:
        dispute_id: which.
        task: the task of the queue that asks for it; empty for none, then no signs of life are given.
        again: the same task has tried before and found the database away.
    """
    mine = claim(dispute_id, task, again=again)
    if mine is None:
        return False
    try:
        signs = beating(mine.dispute_id, mine.lease) if task else nullcontext(Progress())
        with signs as progress, at_most(settings.REPLAY_MEMORY):
            answer = answer_to(mine.text, mine.game, mine.event, progress)
    except SoftTimeLimitExceeded:
        return _interrupted(mine)
    except MemoryError:
        words = "The replay needs more than {} MB of memory and was stopped. Shorten the record and try again."
        return _store(mine, Answer(failure=words.format(settings.REPLAY_MEMORY)))
    except UserError as error:
        return _store(mine, Answer(failure=str(error)))
    except Exception as error:
        if not database.is_unavailable(error):
            logger.exception("The replay of dispute %s failed.", dispute_id)
            failure = "The engine stumbled over this record. The fault is ours and has been logged."
            _store(mine, Answer(failure=failure))
        raise
    try:
        return _store(mine, answer)
    except SoftTimeLimitExceeded:
        return _interrupted(mine)


def _interrupted(mine: Claim) -> bool:
    """End a replay that has used up its time, or put it back where what interrupted it was meant for another."""
    if time.perf_counter() - mine.begun < settings.CELERY_TASK_SOFT_TIME_LIMIT / 2:
        return _give_back(mine)
    return _store(mine, Answer(failure="The replay took too long and was stopped. Shorten the record and try again."))


def answer_to(text: str, game: str, event: Event | None, progress: Progress) -> Answer:
    """Return what is said of a record: what is kept of it, or what the engine says now.

    Args:
        text: the record.
        game: slug of the game.
        event: whose card file it may be played with.
        progress: is told of each stage.
    """
    ground = ""
    try:
        record = parse(text, game=game)
        own = game_named(record, event)
        ground = stored_verdicts.ground_of(record, own)
        known = stored_verdicts.find(game, text, ground)
        if known is not None:
            return Answer(known=known)
        return Answer(verdicts.judge(record, own, progress.reached), ground=ground)
    except (RecordError, RulingError, TooMuchWorkError) as error:
        return Answer(failure=str(error), ground=ground)


@transaction.atomic
def _give_back(mine: Claim) -> bool:
    """Put back what was interrupted long before its time was up: what interrupted it was meant for another replay."""
    dispute = Dispute.objects.select_for_update().get(pk=mine.dispute_id)
    if dispute.lease == mine.lease:
        dispute.status = Dispute.Status.QUEUED
        dispute.lease, dispute.task = None, ""
        dispute.attempts -= 1
        dispute.save()
        transaction.on_commit(lambda: enqueue(mine.dispute_id) and None)
    return False


def lost() -> list[int]:
    """Return the disputes that wait too long or whose worker is lost, the most urgent first."""
    now = timezone.now()
    unheard = Q(sent_at=None) | is_expired_since("sent_at", SENT_PATIENCE, now)
    waits = Q(status=Dispute.Status.QUEUED) & is_expired_since("enqueued_at", QUEUE_PATIENCE, now) & unheard
    return list(Dispute.objects.filter(waits | lost_by(now)).order_by("priority", "pk").values_list("pk", flat=True))


def sweep() -> int:
    """Queue again every lost dispute; return how many."""
    found = lost()
    for dispute_id in found:
        enqueue(dispute_id)
    return len(found)
