"""Detection of lines that are illegal only because passes before them were not written."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from rules.engine.decision import ActionError, UndeterminedError
from rules.frozen import frozen
from rules.judge.analysis.engine_errors import ENGINE_ERRORS
from rules.judge.record.errors import RecordError
from rules.judge.record.model import Place, Play
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
    """Return the passes that make the illegal line legal; ``None`` if passes do not help."""
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
    while len(lines) < MAX_LINES and done.illegal is not None and _could_passes_help(done.illegal):
        better = None
        for passes in islice(_possible_passes(done), budget):
            budget -= 1
            better = _replay_with_passes(done, passes)
            if better is not None:
                lines.append((done.illegal.line, tuple(f"{each.actor}: {each.words}" for each in passes)))
                break
        if better is None:
            break
        done = better
    if replayed.illegal is None or not lines:
        return None
    sentence = _format_sentence(replayed.illegal, lines, done)
    return MissingPasses(sentence, write(done.record), tuple(lines), done.verdict)


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
    """Return the replay with ``passes`` inserted, or ``None`` if the line stays illegal."""
    first_play, plays = replayed.remaining_plays[0], replayed.record.plays
    index = next((index for index, play in enumerate(plays) if play.place == first_play.place), None)
    if index is None:
        return None
    record = replace(replayed.record, plays=(*plays[:index], *passes, *plays[index:]))
    try:
        better = replay(replayed.game, record)
    except RecordError:
        return None
    if better.verdict is Verdict.LEGAL:
        return better
    return better if better.remaining_plays and better.remaining_plays[0].place > first_play.place else None


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
