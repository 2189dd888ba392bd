"""Whether the verdict would be another one if an interpretation it rests on were read otherwise: by replaying it so.

The number of replays and the lines they take are bounded; what is not tried is said to be undetermined, not guessed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.engine.interpretations import OpenRule
from rules.judge.analysis.applied_interpretations import OtherReading, Rest, says
from rules.judge.analysis.engine_errors import FAULTS, stumbled
from rules.judge.record.errors import RecordError
from rules.judge.record.model import Header, Record
from rules.judge.replay.option_replay import replay_otherwise
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict
from rules.judge.setup.interpretations import KEY, written

MOST_REPLAYS: Final = 60
"""Replays for one verdict at most."""
MOST_LINES: Final = 3_000
"""Lines that these replays take together at most: twelve whole games."""
YES: Final = "yes"
NO: Final = "no"
UNDETERMINED: Final = "undetermined"


def reread(played: Replay, rests: Sequence[Rest]) -> tuple[Rest, ...]:
    """Return ``rests`` with what each other reading would have made of the verdict, those told first tried first."""
    lines = max(1, len(played.record.plays), len(played.steps))
    left = min(MOST_REPLAYS, MOST_LINES // lines)
    found: list[Rest] = []
    for rest in rests:
        point = played.game.interpretations[rest.id]
        others = tuple(_others(played, rest, point, left))
        left -= len(others) if point.selectable else 0
        all_changes = [other.changes for other in others]
        changes = next((word for word in (YES, UNDETERMINED) if word in all_changes), NO)
        found.append(replace(rest, changes=changes, otherwise=others))
    return tuple(found)


def _others(played: Replay, rest: Rest, point: OpenRule, left: int) -> Iterator[OtherReading]:
    """Yield what each other reading says; ``left`` replays may still be made."""
    others = [index for index in range(len(point.alternatives)) if index != rest.index]
    for number, index in enumerate(others):
        text = point.alternatives[index]
        if not point.selectable:
            yield OtherReading(index, text, NO, f"It cannot be chosen: {point.fixed}")
        elif number >= left:
            why = "Not tried: the record is long and rests on many interpretations."
            yield OtherReading(index, text, UNDETERMINED, why)
        else:
            yield OtherReading(index, text, *_under(played, with_reading(played, rest.id, index), rest.id))


def _under(played: Replay, record: Record, point: str) -> tuple[str, str]:
    """Return whether the verdict on ``record``, which reads ``point`` otherwise, is another one, and what it is."""
    try:
        other = replay_otherwise(played, record, point)
    except RecordError as error:
        return UNDETERMINED, f"The record cannot be read so: {error}"
    except FAULTS as error:
        return UNDETERMINED, stumbled("this reading", error)
    if other.verdict is Verdict.UNDETERMINED and played.verdict is not Verdict.UNDETERMINED:
        return UNDETERMINED, other.undetermined
    if other.verdict is Verdict.UNDETERMINED:
        return NO, other.undetermined
    here, there = ((each.verdict, each.illegal and each.illegal.line) for each in (played, other))
    return (NO if here == there else YES), says(other)


def with_reading(played: Replay, point: str, index: int) -> Record:
    """Return the record with another reading of ``point``; those of all other points stay."""
    chosen = {key: value for key, value in played.opening.choices if key in played.game.interpretations}
    header = Header(KEY, written(tuple({**chosen, point: index}.items())), place=played.record.headers[-1].place)
    others = (each for each in played.record.headers if each.key.casefold() != KEY.casefold())
    return replace(played.record, headers=(*others, header))
