"""Which of several courses that a record leaves open lets the rest of the record be legal: each is tried.

What nobody stated is not guessed: a course is taken where the lines that follow rule out every other one, where all of
them end alike, or where the record is illegal after each of them, which is then said of the one that goes on longest.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from rules.engine.decision import Action
from rules.judge.record.errors import RecordError
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict

LOOK_AHEAD: Final = 60
"""Lines after the one that leaves something open with which a course is tried."""
MOST_TRIALS: Final = 12
"""Courses that are tried for one record at most."""


class Trial(NamedTuple):
    """How a record goes on after one course.

    Attributes:
        answers: the course.
        ended: how the replay ended, or where it stood when it had looked ahead far enough.
        line_index: the line at which it ended.
    """

    actions: Sequence[Action]
    ended: Replay | RecordError
    line_index: int

    @property
    def is_possible(self) -> bool:
        """True if the record is not illegal after this course, up to the last line that was tried."""
        return isinstance(self.ended, Replay) and self.ended.verdict is not Verdict.ILLEGAL


class RunTrial(Protocol):
    """What tries a course: a replay under way."""

    def __call__(self, course: Sequence[Action]) -> Trial:
        """Return how the record goes on after ``course``."""


def only_possible_branch(courses: Sequence[Sequence[Action]], tries: RunTrial) -> Sequence[Action] | None:
    """Return the only course that the rest of the record leaves, ``None`` where it leaves several."""
    trials = [tries(course) for course in courses]
    possible = [trial for trial in trials if trial.is_possible]
    if len(possible) == 1:
        return possible[0].actions
    if possible:
        return possible[0].actions if len({_outcome(trial) for trial in possible}) == 1 else None
    return max(trials, key=lambda trial: trial.line_index).actions if trials else None


def _outcome(trial: Trial) -> str:
    """Return what a legal course leads to; something of its own where it is not known."""
    ended = trial.ended
    if isinstance(ended, Replay) and ended.verdict is Verdict.LEGAL:
        return ended.final.digest()
    return repr(trial.actions)
