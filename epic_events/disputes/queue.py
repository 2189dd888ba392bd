"""Order of the replay queue, progress of a replay, and cancelling it."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.accounts.models import User
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute
from epic_events.infra.errors import StateError
from epic_events.jobs.queue import interrupt
from epic_events.pairings.models import Round


class Urgency(IntEnum):
    """Priority of a replay; smaller numbers run first."""

    ROUND = 0
    """A round is being played in which it happened."""
    EVENT = 3
    NO_EVENT = 6
    BACKGROUND = 9
    """A background task; no user waits for it."""


def urgency_of(dispute: Dispute) -> Urgency:
    """Return the priority of a dispute from the state of its round; at most one query."""
    if dispute.match is not None:
        playing = dispute.match.round.status == Round.Status.PUBLISHED
    elif dispute.event_id is not None:
        playing = Round.objects.filter(stage__event=dispute.event_id, status=Round.Status.PUBLISHED).exists()
    else:
        return Urgency.NO_EVENT
    return Urgency.ROUND if playing else Urgency.EVENT


def ahead_of(dispute: Dispute) -> int | None:
    """Return the number of replays ahead in the queue.

    ``None`` for a dispute that is not queued.
    """
    if dispute.status != Dispute.Status.QUEUED or dispute.enqueued_at is None:
        return None
    sooner = Q(priority__lt=dispute.priority)
    earlier = Q(priority=dispute.priority, enqueued_at__lt=dispute.enqueued_at)
    waiting = Dispute.objects.filter(sooner | earlier, status=Dispute.Status.QUEUED)
    return waiting.count() + Dispute.objects.filter(status=Dispute.Status.RUNNING).count()


@transaction.atomic
def cancel(actor: User | None, dispute: Dispute) -> Dispute:
    """Cancel a replay that is queued or running; its record can be replayed again.

    Args:
        actor: a judge of the dispute; None for the command line.
        dispute: the dispute.

    Raises:
        NotAllowedError: ``actor`` is not a judge of the dispute.
        StateError: the replay is neither queued nor running.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    if not dispute.is_open:
        raise StateError(_("There is nothing to cancel: the replay is neither queued nor running."))
    was, task = dispute.status, dispute.task
    dispute.finish(Dispute.Status.CANCELLED, dispute.failure)
    log(actor, "dispute.replay_cancelled", event=dispute.event, subject=dispute, was=was)
    if task:
        transaction.on_commit(lambda: interrupt(task))
    return dispute


class Stage(IntEnum):
    """Stages of a replay in order."""

    READING = 0
    PLAYING = 1
    BOARDS = 2
    COMPARING = 3
    STORING = 4


WORDS: Final[dict[int, Promise]] = {
    Stage.READING: gettext_lazy("Reading the record"),
    Stage.PLAYING: gettext_lazy("Replaying the record"),
    Stage.BOARDS: gettext_lazy("Rendering the board after each step"),
    Stage.COMPARING: gettext_lazy("Comparing interpretations, printings and rules versions"),
    Stage.STORING: gettext_lazy("Saving the verdict"),
}


@dataclass(frozen=True)
class Progress:
    """The progress of a replay.

    Attributes:
        status: the status of the dispute.
        ahead: the number of replays ahead in the queue; ``None`` if it is not queued.
        stage: the current stage from 1; 0 without one.
        words: its name; empty without one.
        of: the number of stages.
    """

    status: str
    ahead: int | None = None
    stage: int = 0
    words: str = ""
    of: int = len(WORDS)

    @property
    def version_token(self) -> str:
        """A token that changes with the progress."""
        return f"{self.status}-{self.ahead if self.ahead is not None else self.stage}"


def progress_of(dispute: Dispute) -> Progress:
    """Return the progress of a replay; queries the database only if it is queued."""
    if dispute.status == Dispute.Status.RUNNING:
        stage = dispute.stage if dispute.stage in WORDS else Stage.READING
        return Progress(dispute.status, stage=stage + 1, words=str(WORDS[stage]))
    return Progress(dispute.status, ahead_of(dispute))
