"""Applying a single line to a game in progress, as a table does with typed lines.

The line is parsed as in a replay, with compound lines, implied actions, several plays and seeds. But a line that is a
legal action at the pending decision is taken as that first and as a repetition second: at a table no later line can
tell them apart, and the pending decision is visible.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from rules.engine.decision import Action, ActionError, UndeterminedError, Violation
from rules.engine.game import ParsedAction
from rules.judge.board import JUDGE
from rules.judge.game import JudgedGame
from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.model import CHANCE_NAME, NO_NOTES, Play, Record
from rules.judge.replay.replayer import Replayer
from rules.judge.replay.result import Replay
from rules.judge.replay.snapshots import Snapshot
from rules.judge.replay.trace import Checkpoint, Redo
from rules.judge.replay.trials import Trial
from rules.judge.replay.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ReplayPoint:
    """The point of a game between two lines.

    Attributes:
        state: the game.
        mark: the number of log entries that the lines so far account for.
        redo: what led to the pending decision.
        deferred_plays: parts of earlier lines that apply later.
        outcomes: the number of outcomes of chance so far, for the seed.
    """

    state: Any
    mark: int
    redo: Redo
    deferred_plays: tuple[Play, ...] = ()
    outcomes: int = 0


class AppliedAction(NamedTuple):
    """An action of a line.

    Attributes:
        plays: the plays that record it in full: several if its words could also repeat earlier events.
        state: the game at its decision.
        action: the action; ``None`` if the play only reports an automatic event.
        step: the number of steps of the replay including it.
    """

    plays: tuple[Play, ...]
    state: Any
    action: Action | None
    step: int


class AppliedLine(NamedTuple):
    """The result of a line that was applied.

    Attributes:
        point: the point after it.
        applied_actions: its actions, in order.
        events: its events, as sentences for a judge with their citations.
    """

    point: ReplayPoint
    applied_actions: tuple[AppliedAction, ...]
    events: tuple[tuple[str, tuple[str, ...]], ...]


class RejectedLine(NamedTuple):
    """A line that was not applied.

    Attributes:
        state: the game at the decision where it failed.
        words: the part of it that failed.
        reasons: every violation; empty if there is an ``error``.
        error: why it cannot be parsed or decided.
        progress: the number of actions before the one that failed.
    """

    state: Any
    words: str
    reasons: tuple[Violation, ...]
    error: Exception | None
    progress: int


def apply_line(game: JudgedGame, record: Record, point: ReplayPoint) -> AppliedLine | RejectedLine:
    """Apply a line to a copy of the game at ``point``.

    Return the result or the rejection.

    Args:
        game: the game.
        record: the headers of the game's record with the plays of the line only.
        point: the point of the game.
    """
    replayer = _LineReplayer(game, record, point, direct=True)
    ended = replayer.apply_plays()
    if isinstance(ended, AppliedLine) or not ended.progress:
        return ended
    # A part of the line may be a repetition, which a replay tries first.
    again = _LineReplayer(game, record, point, direct=False).apply_plays()
    return again if isinstance(again, AppliedLine) else ended


class _LineReplayer(Replayer):
    """A replay of one line from a point of a game."""

    def __init__(self, game: JudgedGame, record: Record, point: ReplayPoint, *, direct: bool) -> None:
        self._point = point
        self._direct = direct
        self._applied_actions: list[AppliedAction] = []
        self._failed: list[tuple[Replay | RecordError, RejectedLine]] = []
        self._error: Exception | None = None
        self._reasons: tuple[Violation, ...] = ()
        super().__init__(game, record)
        self.mark, self.redo = point.mark, point.redo
        self.queue.deferred_plays = point.deferred_plays

    def apply_plays(self) -> AppliedLine | RejectedLine:
        """Apply the plays of the line; return the result or the rejection."""
        ended = self._run()
        refused = next((reason for outcome, reason in self._failed if outcome is ended), None)
        if refused is not None:
            return refused
        again = Snapshot(self.game.engine, self.redo[0].game), self.redo[1]
        point = ReplayPoint(self.state, self.mark, again, self.queue.deferred_plays, self._outcome_count())
        return AppliedLine(point, tuple(self._applied_actions), tuple(self._new_events()))

    def _initial_state(self, missed_trigger: Any) -> Any:  # noqa: ARG002 - a game in progress has its setup behind it
        return self._point.state

    def _outcome_count(self) -> int:
        return self._point.outcomes + sum(step.decisions for step in self.steps if step.actor == CHANCE_NAME)

    def _new_events(self) -> list[tuple[str, tuple[str, ...]]]:
        state, events = self.state, list[tuple[str, tuple[str, ...]]]()
        for step in self.steps:
            if step.repeats and step.full_words is not None:
                events.append((step.shown(JUDGE), step.rules))
            events += [(self.game.views.sentence(state, event, JUDGE), event.rules) for event in step.events]
        return events

    # Processing a play

    def _process_line(self, play: Play) -> Replay | RecordError | None:
        """Process one play; with ``direct``, as an action at the pending decision first."""
        action_first = self._direct and not self.other_meaning
        if action_first:
            self.other_meaning = True
        ended = self._process_and_note_failure(play)
        if ended is not None and action_first:
            self.other_meaning = False
            ended = ended if super()._process_line(play) is not None else None
        return ended

    def _process_and_note_failure(self, play: Play) -> Replay | RecordError | None:
        self._error, self._reasons = None, ()
        state = self.state
        ended = super()._process_line(play)
        if ended is not None:
            self._failed.append((ended, RejectedLine(state, play.words, self._reasons, self._error, len(self.steps))))
        return ended

    def _prepare_line(self, index: int) -> bool | RecordError:
        self._error = None
        ready = super()._prepare_line(index)
        if isinstance(ready, RecordError):
            words = self.queue.plays[index][0].words if index < len(self.queue.plays) else ""
            self._failed.append((ready, RejectedLine(self.state, words, (), self._error, len(self.steps))))
        return ready

    def _run_trial(self, play: Play, seat: int, branch: Sequence[Action]) -> Trial:
        """Return the trial of a branch, and discard the actions and errors noted in it."""
        noted = self._applied_actions, self._failed
        self._applied_actions, self._failed = list(self._applied_actions), []
        try:
            return super()._run_trial(play, seat, branch)
        finally:
            self._applied_actions, self._failed = noted

    def _undetermined_result(self, play: Play, error: UndeterminedError) -> Replay:
        self._error = error
        return super()._undetermined_result(play, error)

    def _illegal_result(self, play: Play, seat: int, reasons: Sequence[Violation]) -> Replay:  # noqa: ARG002
        """Return a minimal result for an illegal line; only its violations are needed."""
        self._reasons = self._without_copy_numbers(self.judged_state or self.state, reasons)
        return self._result(Verdict.ILLEGAL)

    def _parse_problem(self, play: Play, error: ActionError) -> Problem:
        self._error = error
        return super()._parse_problem(play, error)

    # Recording the result

    def _apply(self, play: Play, parsed: ParsedAction[Any], words: str) -> None:
        plays = plays_for(self.game, parsed, self.state, self.mark)
        super()._apply(play, parsed, words)
        self._applied_actions.append(
            AppliedAction(self._with_notes(plays, play), parsed.game, parsed.action, len(self.steps))
        )

    def _apply_repetition(self, play: Play, seat: int) -> bool:
        repeated = super()._apply_repetition(play, seat)
        retold = self.steps[-1].full_words if repeated else None
        if retold is not None:
            self._record_report(play, retold)
        return repeated

    def _apply_late_repetition(self, play: Play, settled: Sequence[Any]) -> bool:
        again = super()._apply_late_repetition(play, settled)
        if again:
            self._record_report(play, partial(self.steps[-1].shown, JUDGE))
        return again

    def _record_report(self, play: Play, words: Callable[[], str]) -> None:
        plays = self._with_notes((Play(play.actor, words()),), play)
        self._applied_actions.append(AppliedAction(plays, None, None, len(self.steps)))

    def _with_notes(self, plays: tuple[Play, ...], play: Play) -> tuple[Play, ...]:
        """Return ``plays`` with the comments of ``play``, unless an earlier play has them."""
        notes = play.notes
        if notes is NO_NOTES or any(each.plays[0].notes is notes for each in self._applied_actions):
            return plays
        return replace(plays[0], notes=notes), *plays[1:]

    def _apply_with_implied(self, play: Play, seat: int, implied: Sequence[Action]) -> Sequence[Violation]:
        reasons = super()._apply_with_implied(play, seat, implied)
        # Several steps were merged into one.
        self._applied_actions = [each._replace(step=min(each.step, len(self.steps))) for each in self._applied_actions]
        return reasons

    def _restore(self, checkpoint: Checkpoint) -> None:
        super()._restore(checkpoint)
        self._applied_actions = [each for each in self._applied_actions if each.step <= len(self.steps)]


def plays_for(game: JudgedGame, parsed: ParsedAction[Any], state: Any, mark: int, words: str = "") -> tuple[Play, ...]:
    """Return the plays that record an action at the pending decision in full.

    A replay takes words that could repeat automatic events since ``mark`` as repetitions first, so they are recorded
    once more for each.

    Args:
        game: the game.
        parsed: the action.
        state: the game before the words of the action were parsed.
        mark: as in ``ReplayPoint``.
        words: the canonical words of the action, if they are known.
    """
    action, notation = parsed.action, game.notation
    actor = CHANCE_NAME if action.seat < 0 else state.names[action.seat]
    play = Play(actor, words or notation.render(parsed.game, action))
    count = 1
    while mark < len(state.log):
        repeated = notation.repeats(state, action.seat, play.words, state.log[mark:])
        if not repeated:
            break
        mark += repeated.log_entries
        count += 1
    return (play,) * count


__all__ = ["AppliedAction", "AppliedLine", "RejectedLine", "ReplayPoint", "apply_line", "plays_for"]
