"""The trace of a replay line by line, so that another replay can skip lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from rules.judge.record.model import Play
from rules.judge.replay.snapshots import Snapshot

Redo: TypeAlias = tuple[Snapshot, Callable[[Any, Any], object]]
"""Origin of a decision: the snapshot before it, and a function that repeats it with an observer."""
Checkpoint: TypeAlias = tuple[Snapshot, int, int, Redo, tuple[Play, ...]]
"""A checkpoint: snapshot, number of log entries, step count, function that led here, deferred plays."""
AmbiguousLine: TypeAlias = tuple[int, Checkpoint]
"""A line with a second meaning, and the checkpoint before it."""
QueuedPlay: TypeAlias = tuple[Play, bool]
"""A play, and whether a seed or an earlier line inserted it."""


class Edit(NamedTuple):
    """A replacement of plays in the queue of a replay.

    Attributes:
        place: the index.
        removed: the plays that were replaced.
        added_count: the number of new plays.
    """

    place: int
    removed: Sequence[QueuedPlay]
    added_count: int


class TracedLine(NamedTuple):
    """The state of a replay when it reached a line.

    Attributes:
        checkpoint: the checkpoint before the line.
        ambiguous_lines: the number of ambiguous lines so far.
        edits: the number of replacements so far.
        used_options: the numbers of the open rules that the game used at this line.
    """

    checkpoint: Checkpoint
    ambiguous_lines: int
    edits: int
    used_options: frozenset[int]


@dataclass(frozen=True)
class Trace:
    """The trace of a replay up to its end or to the first line that failed.

    Attributes:
        initial_state: the game before the first line.
        used_options: the open rules used until then.
        lines: the lines by index; the last is the one that failed, or the end of the record.
        ambiguous_lines: the lines with a second meaning.
        steps: the steps of the replay.
        plays: the plays, including inserted ones.
        edits: the replacements that led to them.
    """

    initial_state: Any
    used_options: frozenset[int]
    lines: tuple[TracedLine, ...]
    ambiguous_lines: tuple[AmbiguousLine, ...]
    steps: tuple[Any, ...]
    plays: tuple[QueuedPlay, ...]
    edits: tuple[Edit, ...]

    def plays_at(self, index: int) -> list[QueuedPlay]:
        """Return the plays as they were when the replay reached the one at ``index``."""
        plays = list(self.plays)
        for edit in reversed(self.edits[self.lines[index].edits :]):
            plays[edit.place : edit.place + edit.added_count] = edit.removed
        return plays

    def next_line_using(self, point: int, index: int) -> int:
        """Return the first line from ``index`` on that used an open rule.

        The last line if none did.
        """
        last = len(self.lines) - 1
        return next((position for position in range(index, last) if point in self.lines[position].used_options), last)
