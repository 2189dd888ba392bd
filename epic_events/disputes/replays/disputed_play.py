"""The verdict of a stored replay on the disputed play.

The message about missing passes is here too. Pure. A play before the illegal one is legal. If the replay stops before
the disputed play, the verdict is about the play at which it stops.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.judge.record.model import CHANCE_NAME
from rules.judge.replay.result import POSITION
from rules.judge.replay.summary import POSITION_ONLY

LEGAL: Final = "legal"
UNDETERMINED: Final = "undetermined"


@dataclass(frozen=True)
class Answer:
    """The verdict on the disputed play.

    Attributes:
        verdict: legal, illegal, undetermined or position.
        sentence: the reason; empty for legal plays of old results.
        rule: the deciding rule; empty without one.
        step: the step whose board is shown: that of a legal play, else the last one.
        line: its line in the record; 0 without a play.
        actor, text: the play.
        reached: False if the replay stops before the disputed play.
    """

    verdict: str
    sentence: str
    rule: str
    step: int
    line: int
    actor: str
    text: str
    reached: bool = True


def answer(verdict: str, result: Mapping[str, Any], disputed_line: int | None, *, full: bool) -> Answer:
    """Return the verdict on the disputed play.

    Args:
        verdict: the verdict on the whole record.
        result: the result stored by ``verdicts.judge``.
        disputed_line: the line of the disputed play; ``None`` for the last play.
        full: True to include hidden information.
    """
    illegal, steps = result.get("illegal"), result["timeline"]
    if verdict in (LEGAL, POSITION) and all(step["actor"] == CHANCE_NAME for step in steps):
        # Old results have the verdict legal for positions.
        return Answer(POSITION, POSITION_ONLY, "", len(steps), 0, "", "")
    index = None if illegal and illegal["line"] == disputed_line else _step_at_line(steps, disputed_line)
    if index is not None and (disputed_line is not None or verdict == LEGAL):
        return _legal(steps[index], index + 1, full=full)
    reached = disputed_line is None or bool(illegal and illegal["line"] == disputed_line)
    return _stopped(verdict, result, reached=reached, full=full)


def _step_at_line(steps: Sequence[Mapping[str, Any]], line: int | None) -> int | None:
    """Return the index of the step of the disputed play, or ``None``."""
    indexes = [index for index, step in enumerate(steps) if line is None or step["line"] == line]
    # Forced steps and outcomes of chance are rarely disputed.
    chosen = [index for index in indexes if not steps[index].get("repeats")]
    by_players = [index for index in chosen if steps[index]["actor"] != CHANCE_NAME]
    return next((each[-1] for each in (by_players, chosen, indexes) if each), None)


def _legal(step: Mapping[str, Any], number: int, *, full: bool) -> Answer:
    # Old results have no reasons for legal plays.
    reason_data = step.get("why", {"text": "", "public_text": "", "rule": ""})
    sentence = reason_data["text" if full else "public_text"]
    text = step["text"] if full else step["public_text"]
    return Answer(LEGAL, sentence, reason_data["rule"], number, step["line"], step["actor"], text)


def _stopped(verdict: str, result: Mapping[str, Any], *, reached: bool, full: bool) -> Answer:
    illegal, last = result.get("illegal"), len(result["timeline"])
    # Old results have no short reason; their first reason is used.
    reasons = illegal.get("reasons" if full else "public_reasons", illegal["reasons"]) if illegal else []
    first = reasons[0] if reasons else {"text": result.get("undetermined", ""), "rule": ""}
    sentence = result.get("sentence" if full else "public_sentence", first["text"])
    rule = result.get("rule" if full else "public_rule", first["rule"])
    line, actor, text = 0, "", ""
    if illegal:
        line, actor = illegal["line"], illegal["actor"]
        text = illegal["text"] if full else illegal["public_text"]
    return Answer(verdict, sentence, rule, last, line, actor, text, reached)


def has_other_verdict(other: Mapping[str, Any], own: tuple[str, int], here: Answer, disputed_line: int | None) -> bool:
    """Return True if another rules version gives another verdict on the disputed play.

    Args:
        other: the stored result of the other version.
        own: the verdict on the whole record and its illegal line, 0 without one.
        here: the verdict on the disputed play.
        disputed_line: the line of the disputed play; ``None`` for the last play.
    """
    if other["same"] or "verdict" not in other:
        # Old results have texts only if the verdicts differ.
        return not other["same"] and bool(other.get("other_verdict_text"))
    verdict, illegal = other["verdict"], other["illegal"]
    if not verdict or disputed_line is None or not here.reached:
        return bool(verdict) and (verdict, illegal) != own
    other_verdict = verdict
    if illegal > disputed_line or (verdict == UNDETERMINED and other["line"] > disputed_line):
        other_verdict = LEGAL
    return bool(other_verdict != here.verdict)


_OUTCOMES: Final[Mapping[str, Promise]] = {
    "legal": gettext_lazy("With them, the record is legal."),
    "illegal": gettext_lazy("With them, a later play is still illegal."),
    "undetermined": gettext_lazy("With them, the verdict is undetermined."),
}


def describe_missing_passes(missing: Mapping[str, Any], lines: Sequence[int], *, is_named: bool = True) -> str:
    """Return which passes are missing before which plays, and the verdict with them.

    Args:
        missing: the JSON form of ``MissingPasses``.
        lines: the line of each play of the record, in order.
        is_named: True to name the illegal play by its number, False for a message next to the play.
    """
    first, *others = missing["lines"]
    numbers = {line: number for number, line in enumerate(lines, start=1)}
    values = {"number": numbers.get(first["line"], 0), "passes": "; ".join(first["passes"])}
    if is_named and values["number"]:
        sentences = [_("Play %(number)d is illegal only because passes are missing before it: %(passes)s.") % values]
    else:
        sentences = [_("This play is illegal only because passes are missing before it: %(passes)s.") % values]
    also = ", ".join(str(numbers[each["line"]]) for each in others if each["line"] in numbers)
    if also:
        sentences.append(_("Passes are also missing before these plays: %(numbers)s.") % {"numbers": also})
    sentences.append(str(_OUTCOMES.get(missing["verdict"], "")))
    return " ".join(filter(None, sentences))
