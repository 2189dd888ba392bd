"""Replaying a record under another option of one open rule.

Unaffected lines are skipped. Lines at which the game does not use the open rule behave as before. So the replay begins
at the first line that used it, and where the game is in the same state as before, it skips to the next line that used
it. Log entries may then have other citations: those that still matter are copied, and nothing reads the others. The
verdict equals that of a replay from the beginning, which ``tests/rules/judge/analysis/test_option_replays.py`` checks
for random games.
"""

from dataclasses import replace
from typing import Any, Final

from rules.engine.game import ChosenOptions, Engine, SupportsOptionChanges
from rules.engine.interpretations import interpretation_number
from rules.engine.log import Event
from rules.judge.game import JudgedGame
from rules.judge.record.model import Record
from rules.judge.replay.replayer import LOOK_BACK, Replayer, replay
from rules.judge.replay.result import Replay, Step
from rules.judge.replay.snapshots import Snapshot
from rules.judge.replay.trace import Checkpoint, Trace
from rules.judge.setup.initial_state import initial_state
from rules.judge.setup.interpretations import options_from_header
from rules.judge.setup.printings import printings_from_header

MAX_LINES_WITHOUT_COMPARISON: Final = 8
"""The maximum number of lines between two comparisons with the previous replay."""


def replay_with_option(replayed: Replay, record: Record, point: str) -> Replay:
    """Replay a record under another option.

    The verdict is the same as with ``replay``. Its steps before the replayed lines are those of ``replayed``, with the
    citations there.

    Args:
        replayed: the replay of the record with its own options.
        record: the same record with another option of one open rule.
        point: the id of that open rule.

    Raises:
        RecordError: as ``replay``.
    """
    engine = replayed.game.engine
    if replayed.trace is None or not isinstance(engine, SupportsOptionChanges):
        return replay(replayed.game, record)
    return replace(
        _OptionReplayer(replayed.game, record, replayed.trace, engine, interpretation_number(point)).run(), trace=None
    )


class _Option:
    """Converter of states of the previous replay to the other option.

    Attributes:
        changed_citations: log entries whose citations differ from the previous replay, by position.
    """

    def __init__(self, engine: SupportsOptionChanges[Any], choices: ChosenOptions) -> None:
        self._engine, self._choices = engine, choices
        self.changed_citations: dict[int, Event] = {}

    def convert(self, game: Any) -> Any:
        """Return a state of the previous replay under this option."""
        new = self._engine.with_options(game, self._choices)
        for place, event in self.changed_citations.items():
            if place < len(new.log):
                new.log[place] = event
        return new


class _OptionSnapshot(Snapshot):
    """A snapshot of the previous replay under the other option, computed lazily.

    It holds no reference to the running replay, so that this is freed without garbage collection.
    """

    __slots__ = ("_of", "_option")

    def __init__(self, engine: Engine[Any], previous_snapshot: Snapshot, parsed: _Option) -> None:
        super().__init__(engine, None)
        self._of, self._option = previous_snapshot, parsed

    @property
    def game(self) -> Any:
        """The game at this point."""
        if self._game is None:
            self._game = self._option.convert(self._of.game)
        return self._game


class _OptionReplayer(Replayer):
    """A replay that skips lines with the same result as in the previous replay."""

    def __init__(
        self, game: JudgedGame, record: Record, own: Trace, engine: SupportsOptionChanges[Any], point: int
    ) -> None:
        self._previous, self._engine, self._point = own, engine, point
        # The previous record was valid, so the other headers have no errors.
        self._option = _Option(
            engine, (*options_from_header(game, record, []), *printings_from_header(game, record, []))
        )
        # After failed comparisons, lines are replayed without one: a game that has become different mostly stays so.
        self._failed_comparisons = self._lines_to_replay = 0
        super().__init__(game, record)

    def _initial_state(self, missed_trigger: Any) -> Any:
        if self._point in self._previous.used_options:
            return initial_state(self.game, self.record, missed_trigger=missed_trigger, asked=self.used_options)
        return self._option.convert(self._previous.initial_state)

    def _skip_to(self, index: int) -> int:
        """Skip to the next line that used the open rule if the state matches."""
        if self._lines_to_replay:
            self._lines_to_replay -= 1
            return index
        if index >= len(self._previous.lines) or not self._matches_previous(index):
            self._failed_comparisons += 1
            self._lines_to_replay = min(self._failed_comparisons // 2, MAX_LINES_WITHOUT_COMPARISON)
            return index
        self._failed_comparisons = 0
        following = self._previous.next_line_using(self._point, index)
        if following > index:
            self._skip_lines(index, following)
        return following

    def _matches_previous(self, index: int) -> bool:
        """Return True if the previous replay had the same state here.

        Citations are ignored.
        """
        (moment, mark, steps, _again, deferred), crossings, _edits, _asked = self._previous.lines[index]
        if (len(self.steps), self.queue.deferred_plays) != (steps, deferred):
            return False
        here, there = self.state, moment.game
        if len(here.log) - self.mark != len(there.log) - mark or here.pending != there.pending:
            return False
        if self.steps and _comparison_key(self.steps[-1]) != _comparison_key(self._previous.steps[steps - 1]):
            return False
        behind = index - LOOK_BACK
        crossed = (
            [position for position, _ in each if position >= behind]
            for each in (self.ambiguous_lines, self._previous.ambiguous_lines[:crossings])
        )
        if next(crossed) != next(crossed) or self.queue.plays[index:] != self._previous.plays_at(index)[index:]:
            return False
        return self._engine.is_equivalent(there, here) and self._log_matches(
            here, there, min(mark, self._engine.relevant_log_start(there))
        )

    def _log_matches(self, here: Any, there: Any, since: int) -> bool:
        """Return True if the relevant parts of two logs match, and keep changed citations.

        ``since`` is the position in the log of the previous replay from which entries are relevant.
        """
        moved = len(here.log) - len(there.log)
        if min(self.mark, self._engine.relevant_log_start(here)) - moved != since:
            return False
        cites: dict[int, Event] = {}
        for place in range(since, len(there.log)):
            mine, its = here.log[place + moved], there.log[place]
            if mine is its or mine == its:
                continue
            if (mine.kind, mine.args) != (its.kind, its.args) or _relative_cause(
                mine, since + moved
            ) != _relative_cause(its, since):
                return False
            cites[place] = its._replace(rules=mine.rules)
        self._option.changed_citations |= cites
        return True

    def _skip_lines(self, index: int, following: int) -> None:
        """Continue at a later line of the previous replay, from one at which both match."""
        here, there = self._previous.lines[index], self._previous.lines[following]
        self.ambiguous_lines += [
            (position, self._convert_checkpoint(checkpoint))
            for position, checkpoint in self._previous.ambiguous_lines[here.ambiguous_lines : there.ambiguous_lines]
        ]
        self.steps += self._previous.steps[here.checkpoint[2] : there.checkpoint[2]]
        self.queue.plays = self._previous.plays_at(following)
        self.queue.edits = []
        self.moment, self.mark, _, again, self.queue.deferred_plays = self._convert_checkpoint(there.checkpoint)
        if there.checkpoint[3] is not here.checkpoint[3]:
            self.redo = again

    def _convert_checkpoint(self, checkpoint: Checkpoint) -> Checkpoint:
        moment, mark, steps, (origin, again), deferred = checkpoint
        return self._convert_snapshot(moment), mark, steps, (self._convert_snapshot(origin), again), deferred

    def _convert_snapshot(self, moment: Snapshot) -> Snapshot:
        return _OptionSnapshot(self.game.engine, moment, self._option)


def _relative_cause(event: Event, since: int) -> int:
    """Return the cause of an event relative to ``since``; negative if it is earlier."""
    return max(event.cause - since, -1)


def _comparison_key(step: Step) -> tuple[Any, ...]:
    return step.line, step.actor, step.words, step.repeats, step.decisions
