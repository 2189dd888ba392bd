"""Replays of disputes by a worker, as leased jobs; see ``jobs.leased``."""

import logging
import time
from dataclasses import dataclass

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction

from epic_events.audit_log.services import record as log
from epic_events.disputes.models import Dispute, StoredVerdict
from epic_events.disputes.records import TooMuchWorkError, game_of_record
from epic_events.disputes.replays import disputed_play, verdicts
from epic_events.infra import database, metrics
from epic_events.infra.errors import UserError
from epic_events.infra.processes import at_most, without_collection
from epic_events.jobs import leased
from epic_events.jobs.leased import Progress
from rules.judge.analysis.branch_comparison import RulingError
from rules.judge.record import RecordError, parse

logger = logging.getLogger(__name__)


def claim(dispute_id: int, task: str = "", *, is_retry: bool = False) -> Dispute | None:
    """Claim the replay of a dispute with a record.

    See :func:`epic_events.jobs.leased.claim`.
    """
    jobs = Dispute.objects.select_related("record", "event").filter(record__isnull=False)
    claimed = leased.claim(jobs, dispute_id, task=task, is_retry=is_retry, on_exhausted=_record_exhausted)
    if claimed is not None:
        structlog.contextvars.bind_contextvars(dispute=claimed.pk, event_id=claimed.event_id)
    return claimed


def _record_exhausted(dispute: Dispute) -> None:
    log(None, "dispute.replay_failed", event=dispute.event, subject=dispute, attempts=dispute.attempts)


@dataclass(frozen=True)
class Answer:
    """The result of a job.

    Attributes:
        outcome: the verdict; ``None`` after a failure.
        failure: the reason of the failure.
        ground: the hash of ``ground_of``; empty if the failure does not depend on the record.
        known: a verdict stored before for the same record and hash.
    """

    outcome: verdicts.Outcome | None = None
    failure: str = ""
    ground: str = ""
    known: StoredVerdict | None = None


def _store(claimed: Dispute, answer: Answer, begun: float) -> bool:
    """Store the outcome and observe it in the metrics; see :func:`_store_outcome`."""
    label = _store_outcome(claimed, answer)
    metrics.replays.labels(label).observe(time.perf_counter() - begun)
    return label != "overtaken"


@transaction.atomic
def _store_outcome(claimed: Dispute, answer: Answer) -> str:
    """Store the outcome unless the lease was lost to another worker or a newer record.

    Return the metric's label.
    """
    dispute = leased.lock_claimed(Dispute.objects.all(), claimed)
    if dispute is None:
        logger.info("The replay of dispute %s was overtaken; its result is dropped.", claimed.pk)
        return "overtaken"
    verdict = answer.known
    if verdict is None and answer.ground:
        verdict = verdicts.keep(claimed.game, _text(claimed), answer.ground, answer.outcome, answer.failure)
    if verdict is None or verdict.failure:
        dispute.finish(Dispute.Status.FAILED, verdict.failure if verdict else answer.failure)
    else:
        dispute.verdict = disputed_play.answer(
            verdict.verdict, verdict.result or {}, dispute.disputed_line, full=True
        ).verdict
        dispute.stored = verdict
        dispute.finish(Dispute.Status.DONE)
    done = dispute.status == Dispute.Status.DONE
    verb = "dispute.replayed" if done else "dispute.replay_failed"
    log(None, verb, event=dispute.event, subject=dispute, verdict=dispute.verdict, attempts=dispute.attempts)
    return dispute.verdict if done else "failed"


def run(dispute_id: int, task: str = "", *, is_retry: bool = False) -> bool:
    """Replay a dispute; return True if this call stored the result. Idempotent.

    The same record is judged once by the same engine, rules and cards; a later dispute gets the stored verdict.

    Args:
        dispute_id: the dispute.
        task: id of the Celery task; empty outside of one, then there are no heartbeats.
        is_retry: True if the task already ran and found the database unavailable.
    """
    claimed, begun = claim(dispute_id, task, is_retry=is_retry), time.perf_counter()
    if claimed is None:
        return False
    try:
        with leased.heartbeat(claimed) as progress, at_most(settings.REPLAY_MEMORY), without_collection():
            answer = find_or_judge(claimed, progress)
    except SoftTimeLimitExceeded:
        return _handle_timeout(claimed, begun)
    except MemoryError:
        words = "The replay needs more than {} MB of memory and was stopped. Shorten the record and try again."
        return _store(claimed, Answer(failure=words.format(settings.REPLAY_MEMORY)), begun)
    except UserError as error:
        return _store(claimed, Answer(failure=str(error)), begun)
    except Exception as error:
        if not database.is_unavailable(error):
            logger.exception("The replay of dispute %s failed.", dispute_id)
            failure = "The engine crashed on this record. This is an error of the site and has been logged."
            _store(claimed, Answer(failure=failure), begun)
        raise
    try:
        return _store(claimed, answer, begun)
    except SoftTimeLimitExceeded:
        return _handle_timeout(claimed, begun)


def _text(dispute: Dispute) -> str:
    return dispute.record.text if dispute.record else ""


def _handle_timeout(claimed: Dispute, begun: float) -> bool:
    """Mark a replay as timed out.

    Queue it again if the signal was meant for another replay.
    """
    if time.perf_counter() - begun < settings.CELERY_TASK_SOFT_TIME_LIMIT / 2:
        leased.give_back(Dispute.objects.all(), claimed)
        return False
    failure = "The replay took too long and was stopped. Shorten the record and try again."
    return _store(claimed, Answer(failure=failure), begun)


def find_or_judge(dispute: Dispute, progress: Progress) -> Answer:
    """Return the stored verdict on a dispute's record, or judge it by the engine.

    Args:
        dispute: with its record, and its event, whose card file the record may use.
        progress: receives each stage.
    """
    text, game, ground = _text(dispute), dispute.game, ""
    try:
        record = parse(text, game=game)
        own = game_of_record(record, dispute.event)
        ground = verdicts.ground_of(record, own)
        cached_verdict = verdicts.find(game, text, ground)
        if cached_verdict is not None:
            return Answer(known=cached_verdict)
        return Answer(verdicts.judge(record, own, progress.set_stage), ground=ground)
    except (RecordError, RulingError, TooMuchWorkError) as error:
        return Answer(failure=str(error), ground=ground)
