"""Runs leased jobs: enqueue, claim, heartbeat, close, give back, recover.

A job is claimed in one transaction, computed outside any, and closed in another that checks the lease.
"""

import logging
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.utils import DatabaseError, InterfaceError
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.jobs import queue
from epic_events.jobs.models import UNFINISHED, JobStatus, LeasedJob

logger = logging.getLogger(__name__)

HEARTBEATS: Final = 5
"""Heartbeats within the shortest lease."""

Job = TypeVar("Job", bound=LeasedJob)


def enqueue(model: type[LeasedJob], pk: int) -> bool:
    """Send an unfinished job to the queue.

    The recovery task repeats it if the queue is unavailable.

    Returns:
        False if the job is finished or the queue is unavailable.
    """
    waiting = model._default_manager.filter(pk=pk, status__in=UNFINISHED)
    priority = waiting.values_list("priority", flat=True).first()
    if priority is None or not queue.send(model.TASK, pk, priority=priority):
        return False
    waiting.update(sent_at=timezone.now())
    return True


@transaction.atomic
def claim(
    jobs: QuerySet[Job],
    pk: int,
    *,
    task: str = "",
    is_retry: bool = False,
    on_exhausted: Callable[[Job], None] | None = None,
) -> Job | None:
    """Claim a queued job, or a running one whose worker is lost.

    Args:
        jobs: the jobs, with the related rows to select.
        pk: primary key of the job.
        task: id of the Celery task that claims it; the queue redelivers a task whose worker is lost. Empty outside of
            a task.
        is_retry: True if the task already ran and found the database or the queue unavailable; such a retry is not
            counted as an attempt.
        on_exhausted: called with a job that failed because its attempts are used up.

    Returns:
        The job with a new lease; None if there is nothing to do.
    """
    job = jobs.select_for_update(of=("self",)).filter(pk=pk).first()
    if job is None:
        return None
    is_own = job.status == JobStatus.RUNNING and task != "" and job.task == task and (is_retry or job.attempts == 1)
    if job.status != JobStatus.QUEUED and not is_own and not job.has_expired_lease(timezone.now()):
        return None
    continues = is_own and is_retry
    if job.attempts >= job.MAX_ATTEMPTS and not continues:
        message = _("It was started %(attempts)d times and never finished.") % {"attempts": job.attempts}
        job.finish(JobStatus.FAILED, message)
        if on_exhausted is not None:
            on_exhausted(job)
        return None
    job.status, job.lease, job.task = JobStatus.RUNNING, uuid.uuid4(), task
    job.attempts += 0 if continues else 1
    job.reset_progress()
    job.started_at = job.heartbeat_at = timezone.now()
    job.save()
    return job


def lock_claimed(jobs: QuerySet[Job], claimed: Job) -> Job | None:
    """Lock and reload a claimed job inside a transaction; None if its lease was lost."""
    mine = jobs.select_for_update(of=("self",)).filter(pk=claimed.pk, lease=claimed.lease, status=JobStatus.RUNNING)
    return mine.first()


@transaction.atomic
def give_back(jobs: QuerySet[Job], claimed: Job) -> None:
    """Queue a claimed job again without counting the attempt."""
    job = lock_claimed(jobs, claimed)
    if job is None:
        return
    job.status, job.lease, job.task = JobStatus.QUEUED, None, ""
    job.attempts -= 1
    job.save()
    transaction.on_commit(lambda: enqueue(type(claimed), claimed.pk) and None)


def find_lost(jobs: QuerySet[Job]) -> list[int]:
    """Return the keys of lost jobs, most urgent first.

    They wait without a message or lost their worker.
    """
    lost = jobs.filter(jobs.model.lost(timezone.now())).order_by("priority", "pk")
    return list(lost.values_list("pk", flat=True))


def recover(jobs: QuerySet[Job]) -> int:
    """Send the jobs of :func:`find_lost` to the queue again; return their number."""
    lost_jobs = find_lost(jobs)
    for pk in lost_jobs:
        enqueue(jobs.model, pk)
    return len(lost_jobs)


class Progress:
    """Progress of a running job, stored with each heartbeat.

    Attributes:
        stage: number of the current stage; 0 before the first.
    """

    def __init__(self) -> None:
        self.stage = 0

    def set_stage(self, stage: int) -> None:
        """Set the current stage; runs in the thread that does the work."""
        self.stage = stage


@contextmanager
def heartbeat(claimed: LeasedJob) -> Iterator[Progress]:
    """Renew the lease of a claimed job from another thread.

    Yields the progress that is stored with it. Does nothing for a job that was claimed outside of a task.
    """
    progress, done = Progress(), threading.Event()
    if not claimed.task:
        yield progress
        return
    thread = threading.Thread(target=_send_heartbeats, args=(claimed, progress, done), daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        done.set()
        thread.join()


def _send_heartbeats(claimed: LeasedJob, progress: Progress, done: threading.Event) -> None:
    mine = type(claimed)._default_manager.filter(pk=claimed.pk, lease=claimed.lease)
    try:
        while not done.wait(settings.JOB_HEARTBEAT_TIMEOUT / HEARTBEATS):
            try:
                if not mine.update(heartbeat_at=timezone.now(), stage=progress.stage):
                    return  # cancelled, or claimed by another worker
            except (DatabaseError, InterfaceError):
                continue  # unavailable; it may be back at the next beat
    finally:
        connection.close()
