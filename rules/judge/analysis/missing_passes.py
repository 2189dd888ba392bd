"""Detection of lines that are illegal only because of unwritten passes.

The passes are missing before them, or in the other order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from rules.engine.decision import ActionError, UndeterminedError
from rules.frozen import frozen
from rules.judge.analysis.engine_errors import ENGINE_ERRORS
from rules.judge.record.errors import RecordError
from rules.judge.record.model import Place, Play, Record
from rules.judge.record.parser import parse
from rules.judge.record.writer import write
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Illegal, Verdict
from rules.notation.english import listed

WORDS: Final = "pass"
"""The words of a pass."""
MAX_LINES: Final = 8
"""The maximum number of lines before which passes are inserted."""
MAX_REPLAYS: Final = 40
"""The maximum number of replays of the search."""


@frozen
class MissingPasses:
    """The omitted passes that make an illegal line legal.

    Attributes:
        sentence: an explanation with the line, the passes and the verdict on the completed record.
        record: the completed record in its canonical form.
        lines: for each line before which passes were inserted, its number and the passes, in order.
        verdict: the verdict on the completed record.
    """

    sentence: str
    record: str
    lines: tuple[tuple[int, tuple[str, ...]], ...]
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        lines = [{"line": line, "passes": list(passes)} for line, passes in self.lines]
        return {"sentence": self.sentence, "record": self.record, "lines": lines, "verdict": str(self.verdict)}


def missing_passes(replayed: Replay) -> MissingPasses | None:
    """Return the passes that make the illegal line legal.

    ``None`` if passes do not help.
    """
    if not _could_passes_help(replayed.illegal):
        return None
    try:
        return _insert_missing_passes(replayed)
    except ENGINE_ERRORS:
        # The verdict does not depend on this search.
        return None


def _could_passes_help(illegal: Illegal | None) -> bool:
    return illegal is not None and all(reason.is_timing for reason in illegal.reasons)


def _insert_missing_passes(replayed: Replay) -> MissingPasses | None:
    """Insert passes before each illegal line as long as only passes are missing."""
    if replayed.remaining_plays[0].place == Place():
        # Lines are inserted by their places, so a record that was not parsed from text needs some.
        replayed = replay(replayed.game, parse(write(replayed.record)))
    done, lines = replayed, list[tuple[int, tuple[str, ...]]]()
    budget = MAX_REPLAYS
    reversed_at: tuple[Play, Play] | None = None
    while len(lines) < MAX_LINES and done.illegal is not None and _could_passes_help(done.illegal):
        line = done.illegal.line
        better = _replay_with_reversed_passes(done)
        if better is not None:
            first, second = done.remaining_plays[:2]
            lines.append((line, (f"{second.actor}: {second.words}",)))
            reversed_at = reversed_at or (first, second)
            done = better
            continue
        for passes in islice(_possible_passes(done), budget):
            budget -= 1
            better = _replay_with_passes(done, passes)
            if better is not None:
                lines.append((line, tuple(f"{each.actor}: {each.words}" for each in passes)))
                break
        if better is None:
            break
        done = better
    if replayed.illegal is None or not lines:
        return None
    sentence = _format_sentence(replayed.illegal, lines, done)
    if reversed_at is not None and reversed_at[0].place.line == replayed.illegal.line:
        sentence = _format_reversal(*reversed_at, done, others=len(lines) > 1)
    return MissingPasses(sentence, write(done.record), tuple(lines), done.verdict)


def _replay_with_reversed_passes(replayed: Replay) -> Replay | None:
    """Return the replay with two passes exchanged.

    Only if the first is by the player without initiative.
    """
    pending = replayed.final.pending
    if len(replayed.remaining_plays) < 2 or pending is None or not replayed.game.engine.is_free_to_act(replayed.final):
        return None
    first, second, *_ = replayed.remaining_plays
    acting = replayed.final.names[pending.seat]
    are_passes = all(_is_pass(replayed, each) for each in (first, second))
    if first.actor == acting or second.actor != acting or not are_passes:
        return None
    plays = list(replayed.record.plays)
    places = [play.place for play in plays]
    if first.place not in places or second.place not in places:
        return None
    one, other = places.index(first.place), places.index(second.place)
    if other != one + 1:
        return None
    plays[one], plays[other] = plays[other], plays[one]
    return _replay_if_better(replayed, first.place, replace(replayed.record, plays=tuple(plays)))


def _is_pass(replayed: Replay, play: Play) -> bool:
    """Return True if a play is a pass."""
    state, notation = replayed.final, replayed.game.notation
    seat = state.names.index(play.actor) if play.actor in state.names else None
    if seat is None:
        return False
    try:
        return bool(notation.read(state, seat, play.words).action == notation.read(state, seat, WORDS).action)
    except (ActionError, UndeterminedError):
        return False


def _possible_passes(replayed: Replay) -> Iterator[tuple[Play, ...]]:
    """Yield the possible series of passes before the illegal line, the shortest first."""
    engine, notation = replayed.game.engine, replayed.game.notation
    state, passes = engine.copy(replayed.final), list[Play]()
    while len(passes) < 2 * len(state.names) + 2 and state.pending is not None and engine.is_free_to_act(state):
        seat = state.pending.seat
        try:
            engine.apply(state, notation.read(state, seat, WORDS).action)
        except (ActionError, UndeterminedError):
            return
        passes.append(Play(state.names[seat], WORDS))
        yield tuple(passes)


def _replay_with_passes(replayed: Replay, passes: Sequence[Play]) -> Replay | None:
    """Return the replay with ``passes`` inserted.

    ``None`` if the line stays illegal.
    """
    first_play, plays = replayed.remaining_plays[0], replayed.record.plays
    index = next((index for index, play in enumerate(plays) if play.place == first_play.place), None)
    if index is None:
        return None
    record = replace(replayed.record, plays=(*plays[:index], *passes, *plays[index:]))
    return _replay_if_better(replayed, first_play.place, record)


def _replay_if_better(replayed: Replay, illegal: Place, record: Record) -> Replay | None:
    """Return the replay of ``record``.

    ``None`` if it does not get beyond the illegal line.
    """
    try:
        better = replay(replayed.game, record)
    except RecordError:
        return None
    if better.verdict is Verdict.LEGAL:
        return better
    return better if better.remaining_plays and better.remaining_plays[0].place > illegal else None


def _format_sentence(illegal: Illegal, lines: Sequence[tuple[int, tuple[str, ...]]], done: Replay) -> str:
    """Return the sentence about the missing passes and the verdict with them."""
    (_, passes), *others = lines
    also = f", and before line{'s' * (len(others) > 1)} {listed([str(line) for line, _ in others])}" if others else ""
    end = f"the record is {done.verdict}"
    if done.illegal is not None:
        end = f"the record is illegal at line {done.illegal.line}: {done.illegal.public_reasons[0].text}"
    return (
        f"Line {illegal.line} ({illegal.actor}: {illegal.public_text}) is illegal only because passes are missing "
        f"before it: {'; '.join(passes)}{also}. With them {end.removesuffix('.')}."
    )


def _format_reversal(first: Play, second: Play, done: Replay, *, others: bool) -> str:
    """Return the sentence about two passes in the other order.

    It has the verdict with them exchanged.
    """
    also = ", and passes inserted before later lines" if others else ""
    end = f"the record is {done.verdict}"
    if done.illegal is not None:
        end = f"the record is illegal at line {done.illegal.line}: {done.illegal.public_reasons[0].text}"
    return (
        f"Lines {first.place.line} and {second.place.line} are in the other order: {second.actor} has initiative and "
        f"passes before {first.actor}. With the two exchanged{also} {end.removesuffix('.')}."
    )
