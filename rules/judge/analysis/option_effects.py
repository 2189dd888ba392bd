"""The effect of other options of the applied interpretations, found by replaying.

The number of replays and of lines is limited; options beyond the limit are reported as undetermined.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rules.engine.interpretations import OpenRule
from rules.judge.analysis.applied_interpretations import AppliedInterpretation, OtherOption, verdict_text
from rules.judge.analysis.engine_errors import ENGINE_ERRORS, log_engine_error
from rules.judge.record.errors import RecordError
from rules.judge.record.model import Header, Record
from rules.judge.replay.option_replay import replay_with_option
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict
from rules.judge.setup.interpretations import KEY, format_options

MAX_REPLAYS: Final = 60
"""The maximum number of replays for one verdict."""
MAX_LINES: Final = 3_000
"""The maximum number of lines in these replays together: twelve whole games."""
YES: Final = "yes"
NO: Final = "no"
UNDETERMINED: Final = "undetermined"


def add_option_effects(
    replayed: Replay, interpretations: Sequence[AppliedInterpretation]
) -> tuple[AppliedInterpretation, ...]:
    """Return the interpretations with the verdict under each of their other options."""
    lines = max(1, len(replayed.record.plays), len(replayed.steps))
    remaining = min(MAX_REPLAYS, MAX_LINES // lines)
    effects: list[AppliedInterpretation] = []
    for interpretation in interpretations:
        point = replayed.game.interpretations[interpretation.id]
        others = tuple(_other_options(replayed, interpretation, point, remaining))
        remaining -= len(others) if point.is_selectable else 0
        all_changes = [other.changes for other in others]
        changes = next((word for word in (YES, UNDETERMINED) if word in all_changes), NO)
        effects.append(replace(interpretation, changes=changes, other_options=others))
    return tuple(effects)


def _other_options(
    replayed: Replay, interpretation: AppliedInterpretation, open_rule: OpenRule, replays_left: int
) -> Iterator[OtherOption]:
    """Yield the verdict under each other option.

    ``replays_left`` is the number of replays left.
    """
    others = [index for index in range(len(open_rule.options)) if index != interpretation.index]
    for number, index in enumerate(others):
        text = open_rule.options[index]
        if not open_rule.is_selectable:
            yield OtherOption(index, text, NO, f"It cannot be chosen: {open_rule.fixed_reason}")
        elif number >= replays_left:
            reason = "Not tried: the record is long and depends on many interpretations."
            yield OtherOption(index, text, UNDETERMINED, reason)
        else:
            yield OtherOption(
                index,
                text,
                *_option_effect(replayed, record_with_option(replayed, interpretation.id, index), interpretation.id),
            )


def _option_effect(replayed: Replay, record: Record, point: str) -> tuple[str, str]:
    """Return whether an option changes the verdict, and the verdict under it in words."""
    try:
        other = replay_with_option(replayed, record, point)
    except RecordError as error:
        return UNDETERMINED, f"Could not parse the record: {error}"
    except ENGINE_ERRORS as error:
        return UNDETERMINED, log_engine_error("this reading", error)
    if other.verdict is Verdict.UNDETERMINED and replayed.verdict is not Verdict.UNDETERMINED:
        return UNDETERMINED, other.undetermined
    if other.verdict is Verdict.UNDETERMINED:
        return NO, other.undetermined
    here, there = ((each.verdict, each.illegal and each.illegal.line) for each in (replayed, other))
    return (NO if here == there else YES), verdict_text(other)


def record_with_option(replayed: Replay, point: str, index: int) -> Record:
    """Return the record with another option of one interpretation; all others stay."""
    chosen = {key: value for key, value in replayed.initial_state.choices if key in replayed.game.interpretations}
    header = Header(
        KEY, format_options(tuple({**chosen, point: index}.items())), place=replayed.record.headers[-1].place
    )
    others = (each for each in replayed.record.headers if each.key.casefold() != KEY.casefold())
    return replace(replayed.record, headers=(*others, header))
