"""Replays with a real Redis and worker, one of which is killed."""

import os
import signal
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from epic_events.audit_log.models import Entry
from epic_events.disputes import services
from epic_events.disputes.models import Dispute
from epic_events.disputes.queue import cancel
from epic_events.jobs import leased
from tests.epic_events.disputes.records import ILLEGAL, LEGAL, judge
from tests.live import kill_forked, worker
from tests.waiting import wait_until

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


def waited_for(dispute: Dispute, reached: Callable[[Dispute], bool]) -> Dispute:
    def comes() -> bool:
        dispute.refresh_from_db()
        return reached(dispute)

    wait_until(comes, lambda: (dispute.status, dispute.attempts, dispute.failure))
    return dispute


def done(dispute: Dispute) -> bool:
    return dispute.status in (Dispute.Status.DONE, Dispute.Status.FAILED)


def running(dispute: Dispute) -> bool:
    return dispute.status == Dispute.Status.RUNNING


def replayed(dispute: Dispute) -> int:
    return Entry.objects.about(dispute).filter(verb="dispute.replayed").count()


def test_worker_replays_disputes() -> None:
    actor = judge()
    with worker():
        legal = services.open_dispute(actor, title="Was the block legal?", record=LEGAL)
        illegal = services.open_dispute(actor, title="May it attack?", record=ILLEGAL)
        assert waited_for(legal, done).verdict == "legal"
        assert waited_for(illegal, done).verdict == "illegal"
    assert (legal.attempts, replayed(legal)) == (1, 1)


def test_worker_killed_during_replay_loses_nothing() -> None:
    with worker("tests.epic_events.disputes.slow_worker", PAUSE_BEFORE_STORING="300") as doomed:
        dispute = services.open_dispute(judge(), title="Was the block legal?", record=LEGAL)
        waited_for(dispute, running)
        time.sleep(1)  # well inside the pause
        kill_forked(doomed)
    dispute.refresh_from_db()
    assert dispute.task != ""  # the task knew its own number
    assert (dispute.status, dispute.verdict, dispute.boards.count()) == ("running", "", 0)

    dispute.heartbeat_at = timezone.now() - timedelta(
        seconds=settings.JOB_HEARTBEAT_TIMEOUT
    )  # as if it was silent for long
    dispute.save(update_fields=["heartbeat_at"])
    with worker(beat=True):
        waited_for(dispute, done)
    assert (dispute.status, dispute.verdict, dispute.attempts) == ("done", "legal", 2)
    assert replayed(dispute) == 1


def test_replay_requested_without_worker_runs_when_one_starts() -> None:
    dispute = services.open_dispute(judge(), title="Was the block legal?", record=LEGAL)
    leased.enqueue(Dispute, dispute.pk)  # asked twice
    assert dispute.status == "queued"
    with worker():
        waited_for(dispute, done)
        time.sleep(1)  # time for the second task to do nothing
    dispute.refresh_from_db()
    assert (dispute.verdict, dispute.attempts, replayed(dispute)) == ("legal", 1, 1)


def test_killed_child_process_is_replaced_and_cancelled_one_is_freed() -> None:
    """The worker restarts its child without waiting for the heartbeat timeout."""
    actor = judge()
    with worker("tests.epic_events.disputes.slow_worker", PAUSE_BEFORE_JUDGING="300") as parent:
        dispute = services.open_dispute(actor, title="Was the block legal?", record=LEGAL)
        waited_for(dispute, running)
        for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
        waited_for(dispute, lambda again: again.attempts == 2)
        cancel(actor, dispute)
        other = services.open_dispute(actor, title="May it attack?", record=ILLEGAL)
        waited_for(other, running)  # by the one process there is
        cancel(actor, other)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.verdict, replayed(dispute)) == ("cancelled", "", 0)
