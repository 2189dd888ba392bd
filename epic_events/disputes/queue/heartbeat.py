"""A worker's signs of life while it replays: whoever is silent for long is lost, and its replay given to another."""

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.db.utils import DatabaseError, InterfaceError
from django.utils import timezone

from epic_events.disputes.models import Dispute
from epic_events.infra.leases import is_expired, is_expired_since

BEATS: Final = 5
"""Signs of life within the time after which a silent worker counts as lost."""
MOST_ATTEMPTS: Final = 5


class Progress:
    """How far a replay is, told by who does it and read by who tells of it.

    Attributes:
        stage: the number of the stage under way, see ``replays.stages``; 0 before the first.
    """

    def __init__(self) -> None:
        self.stage = 0

    def reached(self, stage: int) -> None:
        """Note that a stage has begun."""
        self.stage = stage


@contextmanager
def beating(dispute_id: int, lease: uuid.UUID) -> Iterator[Progress]:
    """Give signs of life for as long as somebody replays under this lease; yields what is told along with them."""
    progress, done = Progress(), threading.Event()
    thread = threading.Thread(target=_beat, args=(dispute_id, lease, progress, done), daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        done.set()
        thread.join()


def _beat(dispute_id: int, lease: uuid.UUID, progress: Progress, done: threading.Event) -> None:
    mine = Dispute.objects.filter(pk=dispute_id, lease=lease)
    try:
        while not done.wait(settings.REPLAY_SILENCE / BEATS):
            try:
                if not mine.update(heartbeat_at=timezone.now(), stage=progress.stage):
                    return  # cancelled, or given to another
            except (DatabaseError, InterfaceError):
                continue  # away; it may be back at the next beat
    finally:
        connection.close()


def silence(attempts: int) -> timedelta:
    """Return how long a worker is silent before its replay is given to another: twice as long each time.

    Whatever takes its workers with it has to leave the machine to its neighbours for longer and longer.
    """
    return timedelta(seconds=settings.REPLAY_SILENCE * 2 ** max(attempts - 1, 0))


def is_lost(dispute: Dispute, now: datetime) -> bool:
    """Whether the worker that has a dispute is silent for too long."""
    if dispute.status != Dispute.Status.RUNNING:
        return False
    return is_expired(dispute.heartbeat_at, silence(dispute.attempts), now)


def lost_by(now: datetime) -> Q:
    """Return what holds of the disputes whose worker is silent for too long."""
    found = Q(heartbeat_at=None) | Q(attempts__gt=MOST_ATTEMPTS)
    for attempts in range(MOST_ATTEMPTS + 1):
        found |= Q(attempts=attempts) & is_expired_since("heartbeat_at", silence(attempts), now)
    return Q(status=Dispute.Status.RUNNING) & found
