"""Stages of a replay, shown as its progress."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from epic_events.disputes.models import Dispute
from epic_events.disputes.queue import ahead_of


class Stage(IntEnum):
    """Stages of a replay in order."""

    READING = 0
    PLAYING = 1
    BOARDS = 2
    COMPARING = 3
    STORING = 4


WORDS: Final[dict[int, Promise]] = {
    Stage.READING: _("Reading the record"),
    Stage.PLAYING: _("Replaying the record"),
    Stage.BOARDS: _("Drawing the board after each step"),
    Stage.COMPARING: _("Comparing interpretations, printings and rules versions"),
    Stage.STORING: _("Saving the verdict"),
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
    def seen(self) -> str:
        """A token that changes with the progress."""
        return f"{self.status}-{self.ahead if self.ahead is not None else self.stage}"


def progress_of(dispute: Dispute) -> Progress:
    """Return the progress of a replay; queries the database only if it is queued."""
    if dispute.status == Dispute.Status.RUNNING:
        stage = dispute.stage if dispute.stage in WORDS else Stage.READING
        return Progress(dispute.status, stage=stage + 1, words=str(WORDS[stage]))
    return Progress(dispute.status, ahead_of(dispute))
