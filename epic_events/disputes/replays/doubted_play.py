"""What a stored replay says of the doubted play: its verdict, one sentence, the rule that decides it.

Pure: it reads nothing but its arguments. Of a play before the one that is not legal the answer is that it is legal;
where the replay stops before the doubted play, the answer is what it stops at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.judge.record.model import CHANCE_NAME
from rules.judge.replay.result import POSITION
from rules.judge.replay.summary import POSITION_ONLY

LEGAL: Final = "legal"
UNDETERMINED: Final = "undetermined"


@dataclass(frozen=True)
class Answer:
    """The answer to the doubted play.

    Attributes:
        verdict: legal, illegal, undetermined or position.
        sentence: why; empty for a legal play of a result that was stored before reasons were.
        rule: citation of the rule that decides it; empty without one.
        step: after which step the board is shown: of a legal play its own, else the last before the replay stops.
        line: of the record; 0 where there is no play.
        actor, text: the play.
        reached: False where the replay stops before the doubted play.
    """

    verdict: str
    sentence: str
    rule: str
    step: int
    line: int
    actor: str
    text: str
    reached: bool = True


def answer(verdict: str, result: Mapping[str, Any], doubted: int | None, *, full: bool) -> Answer:
    """Return what a result says of the doubted play.

    Args:
        verdict: of the whole record.
        result: as ``verdicts.judge`` stores it.
        doubted: the line of the doubted play; None for the last play.
        full: whether the reader may see hands and draws.
    """
    illegal, steps = result.get("illegal"), result["timeline"]
    if verdict in (LEGAL, POSITION) and all(step["actor"] == CHANCE_NAME for step in steps):
        # Results stored before positions had a verdict of their own call them legal.
        return Answer(POSITION, POSITION_ONLY, "", len(steps), 0, "", "")
    index = None if illegal and illegal["line"] == doubted else _doubted(steps, doubted)
    if index is not None and (doubted is not None or verdict == LEGAL):
        return _legal(steps[index], index + 1, full=full)
    reached = doubted is None or bool(illegal and illegal["line"] == doubted)
    return _stopped(verdict, result, reached=reached, full=full)


def _doubted(steps: Sequence[Mapping[str, Any]], line: int | None) -> int | None:
    """Return the index of the step that the doubted play became; None where it is none of them."""
    found = [index for index, step in enumerate(steps) if line is None or step["line"] == line]
    # What had no alternative, or is only what chance brought, is seldom what is doubted.
    made = [index for index in found if not steps[index].get("repeats")]
    by_players = [index for index in made if steps[index]["actor"] != CHANCE_NAME]
    return next((each[-1] for each in (by_players, made, found) if each), None)


def _legal(step: Mapping[str, Any], number: int, *, full: bool) -> Answer:
    # Results stored before reasons were have none.
    why = step.get("why", {"text": "", "public_text": "", "rule": ""})
    sentence = why["text" if full else "public_text"]
    text = step["text"] if full else step["public_text"]
    return Answer(LEGAL, sentence, why["rule"], number, step["line"], step["actor"], text)


def _stopped(verdict: str, result: Mapping[str, Any], *, reached: bool, full: bool) -> Answer:
    illegal, last = result.get("illegal"), len(result["timeline"])
    # Results stored before the short form was have their first reason in its place.
    reasons = illegal.get("reasons" if full else "public_reasons", illegal["reasons"]) if illegal else []
    first = reasons[0] if reasons else {"text": result.get("undetermined", ""), "rule": ""}
    sentence = result.get("sentence" if full else "public_sentence", first["text"])
    rule = result.get("rule" if full else "public_rule", first["rule"])
    line, actor, text = 0, "", ""
    if illegal:
        line, actor = illegal["line"], illegal["actor"]
        text = illegal["text"] if full else illegal["public_text"]
    return Answer(verdict, sentence, rule, last, line, actor, text, reached)


def rules_otherwise(other: Mapping[str, Any], own: tuple[str, int], here: Answer, doubted: int | None) -> bool:
    """Return True if another version of the rules, as stored, gives another verdict on the doubted play.

    Args:
        other: what was stored of it.
        own: the verdict on the whole record here, and its line that is not legal, 0 without one.
        here: the answer to the doubted play.
        doubted: the line of the doubted play; None for the last play.
    """
    if other["same"] or "verdict" not in other:
        # Before the verdict was stored, words were stored only where the ends differ.
        return not other["same"] and bool(other.get("there"))
    verdict, illegal = other["verdict"], other["illegal"]
    if not verdict or doubted is None or not here.reached:
        return bool(verdict) and (verdict, illegal) != own
    there = verdict
    if illegal > doubted or (verdict == UNDETERMINED and other["line"] > doubted):
        there = LEGAL
    return bool(there != here.verdict)
