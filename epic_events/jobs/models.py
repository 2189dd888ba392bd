"""Abstract models of background work: leased jobs and outbox items."""

from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def is_expired_since(field: str, patience: timedelta, now: datetime | None = None) -> Q:
    """Return the condition that a time differs from now by more than ``patience``.

    The time may be earlier or later. A time in the future was written by a fast clock; its lease counts as expired.
    Clocks of several hosts may differ by less than ``patience``.

    Args:
        field: name of the field.
        patience: duration of the lease.
        now: reference time; None for the current time.
    """
    now = now or timezone.now()
    return Q(**{f"{field}__lt": now - patience}) | Q(**{f"{field}__gt": now + patience})


def is_expired(moment: datetime | None, patience: timedelta, now: datetime | None = None) -> bool:
    """Return True if :func:`is_expired_since` holds for one moment; True for None."""
    return moment is None or abs((now or timezone.now()) - moment) > patience


QUEUE_PATIENCE: Final = timedelta(seconds=20)
"""How long a job may wait for its first message in the queue before the recovery task sends one."""
SENT_PATIENCE: Final = timedelta(seconds=30)
"""How long after its last message a waiting job is sent again."""


class JobStatus(models.TextChoices):
    """Status of a leased job."""

    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


UNFINISHED: Final = (JobStatus.QUEUED, JobStatus.RUNNING)


def lease_time(attempts: int) -> timedelta:
    """Return how long a worker may be without a heartbeat.

    It doubles with each attempt. A job that kills its workers then leaves the machine to other jobs for longer and
    longer.
    """
    return timedelta(seconds=settings.JOB_HEARTBEAT_TIMEOUT * 2 ** max(attempts - 1, 0))


class LeasedJob(models.Model):
    """Job that is run outside any transaction by the worker that holds its lease.

    The worker renews the lease by heartbeats. When they stop, the recovery task sends the job to another worker, and
    whatever the first one might still store is refused because the lease has changed.

    Subclasses set ``TASK``, the name of the Celery task that is called with the primary key. See ``jobs.leased``.
    """

    TASK: ClassVar[str]
    MAX_ATTEMPTS: ClassVar[int] = 3

    status = models.CharField(max_length=10, choices=JobStatus.choices, default=JobStatus.QUEUED)
    priority = models.PositiveSmallIntegerField(default=0, help_text=_("Priority in the queue; 0 is the highest."))
    enqueued_at = models.DateTimeField(null=True, blank=True, default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True, help_text=_("Time when the job was last sent to the queue."))
    stage = models.PositiveSmallIntegerField(default=0, help_text=_("Current stage of the job; 0 before the first."))
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(
        null=True, blank=True, help_text=_("Token of the lease; only the worker that holds it may store the result.")
    )
    task = models.CharField(max_length=64, blank=True, help_text=_("Id of the Celery task that holds the lease."))
    failure = models.TextField(blank=True)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        """Return True if it waits or runs."""
        return self.status in UNFINISHED

    def has_expired_lease(self, now: datetime) -> bool:
        """Return True if it runs and the heartbeats of its worker have stopped."""
        return self.status == JobStatus.RUNNING and is_expired(self.heartbeat_at, lease_time(self.attempts), now)

    def reset_progress(self) -> None:
        """Forget the progress of an earlier attempt. The caller saves."""
        self.stage = 0

    def finish(self, status: str, failure: str = "") -> None:
        """Store the end of the job and give up its lease."""
        self.status, self.failure = status, failure
        self.lease, self.task, self.finished_at = None, "", timezone.now()
        self.save()

    @classmethod
    def expired(cls, now: datetime) -> Q:
        """Return the condition that the heartbeats of a running job have stopped."""
        expired = Q(heartbeat_at=None) | Q(attempts__gt=cls.MAX_ATTEMPTS)
        for attempts in range(cls.MAX_ATTEMPTS + 1):
            expired |= Q(attempts=attempts) & is_expired_since("heartbeat_at", lease_time(attempts), now)
        return Q(status=JobStatus.RUNNING) & expired

    @classmethod
    def lost(cls, now: datetime) -> Q:
        """Return the condition that a job lost its message or its worker.

        Without a message, it waits but is not in the queue.
        """
        unsent = Q(sent_at=None) | is_expired_since("sent_at", SENT_PATIENCE, now)
        waits = Q(status=JobStatus.QUEUED) & is_expired_since("enqueued_at", QUEUE_PATIENCE, now) & unsent
        return waits | cls.expired(now)


class OutboxStatus(models.TextChoices):
    """Delivery status of an outbox item."""

    WAITING = "waiting", _("Waiting")
    SENT = "sent", _("Sent")
    NOT_NEEDED = "not_needed", _("No longer needed")
    FAILED = "failed", _("Failed")


class OutboxItem(models.Model):
    """Message to another system that is sent at least once; see ``jobs.outbox``.

    A worker leases it by moving ``due_at`` into the future; if the worker is lost, it becomes due again.
    """

    MAX_TRIES: ClassVar[int]

    status = models.CharField(max_length=10, choices=OutboxStatus.choices, default=OutboxStatus.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=200, blank=True, help_text=_("Result of the last attempt."))

    class Meta:
        abstract = True

    @classmethod
    def is_planned(cls) -> Q:
        """Return the condition that an item was planned for a later time."""
        return Q(pk__in=())
