"""What a replay has passed line by line, so that another one of the same record need not pass it again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from rules.judge.record.model import Play
from rules.judge.replay.snapshots import Snapshot

Redo: TypeAlias = tuple[Snapshot, Callable[[Any, Any], object]]
"""What led to a decision: the game before it, and what does it once more from there and tells a observer."""
Checkpoint: TypeAlias = tuple[Snapshot, int, int, Redo, tuple[Play, ...]]
"""What a replay goes on from: the game, the events claimed, how many steps, what led here, what is foretold."""
AmbiguousLine: TypeAlias = tuple[int, Checkpoint]
"""A line that could have been read in another way too, with the game before it."""
QueuedPlay: TypeAlias = tuple[Play, bool]
"""A line of a record, and whether a seed or an earlier line put it there."""


class Edit(NamedTuple):
    """Lines that were put in the place of others as a replay came to them.

    Attributes:
        place: the index. gone: the lines that stood there. come: how many stand there now.
    """

    place: int
    gone: Sequence[QueuedPlay]
    come: int


class TracedLine(NamedTuple):
    """The moment of a replay at which it came to a line.

    Attributes:
        standing: what it went on from. crossings: how many lines before could have been read in another way too.
        edits: how many times lines had been put in the place of others.
        asked: the open points that the game asked for at this line, by number.
    """

    standing: Checkpoint
    ambiguous_lines: int
    edits: int
    used_options: frozenset[int]


@dataclass(frozen=True)
class Trace:
    """A replay up to its end or to the first line that it could not take, which counts as passed.

    Attributes:
        opening: the game before the first line. asked: what it asked for until then.
        passed: the lines by index; the last is the one it could not take, or the end of the record.
        crossings: lines that could have been read in another way too.
        steps: what the lines led to.
        plays: the lines, with those that were put among them. edits: how they came there.
    """

    initial_state: Any
    used_options: frozenset[int]
    lines: tuple[TracedLine, ...]
    ambiguous_lines: tuple[AmbiguousLine, ...]
    steps: tuple[Any, ...]
    plays: tuple[QueuedPlay, ...]
    edits: tuple[Edit, ...]

    def plays_at(self, index: int) -> list[QueuedPlay]:
        """Return the lines as they were when the replay came to the one at ``index``."""
        plays = list(self.plays)
        for edit in reversed(self.edits[self.lines[index].edits :]):
            plays[edit.place : edit.place + edit.come] = edit.gone
        return plays

    def next_line_using(self, point: int, index: int) -> int:
        """Return the first line from ``index`` on that asked for ``point``; the last where there is none."""
        last = len(self.lines) - 1
        return next((at for at in range(index, last) if point in self.lines[at].used_options), last)
