"""The stages of a replay, for who waits for it."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from epic_events.disputes.models import Dispute
from epic_events.disputes.queue import ahead_of


class Stage(IntEnum):
    """What a worker is at, in order."""

    READING = 0
    PLAYING = 1
    BOARDS = 2
    OTHERWISE = 3
    STORING = 4


WORDS: Final[dict[int, Promise]] = {
    Stage.READING: _("Reading the record"),
    Stage.PLAYING: _("Replaying the record"),
    Stage.BOARDS: _("Drawing the board after each step"),
    Stage.OTHERWISE: _("Comparing interpretations, printings and rules versions"),
    Stage.STORING: _("Saving the verdict"),
}


@dataclass(frozen=True)
class Progress:
    """How far a replay is that somebody waits for.

    Attributes:
        status: of the dispute.
        ahead: how many replays are served before it; None once it is no longer waiting.
        stage: which stage is under way, from 1; 0 where none is.
        words: what that is; empty where none is.
        of: how many stages there are.
    """

    status: str
    ahead: int | None = None
    stage: int = 0
    words: str = ""
    of: int = len(WORDS)

    @property
    def seen(self) -> str:
        """What is another word as soon as there is something else to tell."""
        return f"{self.status}-{self.ahead if self.ahead is not None else self.stage}"


def progress_of(dispute: Dispute) -> Progress:
    """Return how far the replay of a dispute is; asks the database only where it waits."""
    if dispute.status == Dispute.Status.RUNNING:
        stage = dispute.stage if dispute.stage in WORDS else Stage.READING
        return Progress(dispute.status, stage=stage + 1, words=str(WORDS[stage]))
    return Progress(dispute.status, ahead_of(dispute))
