"""Trials of the branches that a record leaves open, to find the only possible one.

An unstated choice is never guessed. A branch is taken if the following lines rule out all others, if all branches have
the same result, or if the record is illegal in all of them; in this case the branch that continues longest is
reported.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from rules.engine.decision import Action
from rules.judge.record.errors import RecordError
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict

LOOK_AHEAD: Final = 60
"""The number of lines after an ambiguous one with which a branch is tried."""
MAX_TRIALS: Final = 12
"""The maximum number of branches that are tried for one record."""


class Trial(NamedTuple):
    """The trial of one branch.

    Attributes:
        actions: the actions of the branch.
        result: the result of the replay up to the last line tried.
        line_index: the line at which it ended.
    """

    actions: Sequence[Action]
    result: Replay | RecordError
    line_index: int

    @property
    def is_possible(self) -> bool:
        """True if the record is not illegal in this branch up to the last line tried."""
        return isinstance(self.result, Replay) and self.result.verdict is not Verdict.ILLEGAL


class RunTrial(Protocol):
    """A function that tries a branch."""

    def __call__(self, branch: Sequence[Action]) -> Trial:
        """Try a branch and return the trial."""


def only_possible_branch(branches: Sequence[Sequence[Action]], run_trial: RunTrial) -> Sequence[Action] | None:
    """Return the only branch that the rest of the record allows.

    The result is ``None`` if several are possible and have different results.
    """
    trials = [run_trial(branch) for branch in branches]
    possible = [trial for trial in trials if trial.is_possible]
    if len(possible) == 1:
        return possible[0].actions
    if possible:
        return possible[0].actions if len({_final_digest(trial) for trial in possible}) == 1 else None
    return max(trials, key=lambda trial: trial.line_index).actions if trials else None


def _final_digest(trial: Trial) -> str:
    """Return the digest of the final state; unique text if it is unknown."""
    result = trial.result
    if isinstance(result, Replay) and result.verdict is Verdict.LEGAL:
        return result.final.digest()
    return repr(trial.actions)
