"""Template context of a stored replay, filtered for the reader."""

import re
from typing import Any, Final

from epic_events.disputes.models import Dispute
from epic_events.disputes.records.doubted_play import list_plays
from epic_events.disputes.replays.doubted_play import LEGAL, Answer, answer, has_other_verdict
from epic_events.disputes.replays.layout import layout_board
from epic_events.disputes.replays.missing_passes import describe_missing_passes
from epic_events.disputes.replays.stored_boards import boards_of
from rules.games import GAMES

_AT_LINE: Final = re.compile(r"^Line \d+ \(")


def _step(asked: str, last: int, first_shown: int) -> int:
    """Return the requested step, clamped to the replay."""
    return min(int(asked), last) if asked.isdecimal() else first_shown


def replay_page(dispute: Dispute, asked_step: str, *, full: bool) -> dict[str, Any]:
    """Return the verdict, the timeline and one board for a template.

    Args:
        dispute: the dispute, with or without a result.
        asked_step: the requested step; empty for that of the disputed play.
        full: True to include hidden information.
    """
    if dispute.status != Dispute.Status.DONE or not dispute.result:
        return {"full": full}
    result = dispute.result
    steps = [
        {
            "number": number,
            "line": step["line"],
            "actor": step["actor"],
            "text": step["text"] if full else step["public_text"],
            "read": step.get("read", "") if full else "",
            "sentences": step["sentences"] if full else step["public_sentences"],
            "rules": list(step["rules"]),
        }
        for number, step in enumerate(result["timeline"], start=1)
    ]
    found, illegal = answer_of(dispute, full=full), _illegal(dispute, full=full)
    current = _step(asked_step, len(steps), found.step)
    stored = boards_of(dispute, current - 1, current, full=full)
    return {
        "full": full,
        "public_side": not full,
        **_short(dispute, found, len(steps), full=full),
        # The first reason is the sentence already, unless the verdict is about an earlier play.
        "reasons_listed": illegal["reasons" if found.verdict == LEGAL else "further"] if illegal else [],
        "illegal": illegal,
        "undetermined": _undetermined(result.get("undetermined", ""), len(steps), full=full),
        "opinion": _opinion(dispute, found, full=full),
        "decisions": result["decisions"],
        "opening": _opening(result, full=full),
        "steps": steps,
        "current": current,
        "before": current - 1 if current > 0 else None,
        "after": current + 1 if current < len(steps) else None,
        "stored": stored.get(current),
        "board": layout_board(dispute.game, stored[current], stored.get(current - 1)) if current in stored else None,
    }


def _opening(result: dict[str, Any], *, full: bool) -> dict[str, Any]:
    """Return the events before the first step; empty for old results."""
    initial = result.get("opening", {"sentences": [], "public_sentences": [], "rules": []})
    return {"sentences": initial["sentences"] if full else initial["public_sentences"], "rules": list(initial["rules"])}


def _undetermined(why: str, steps: int, *, full: bool) -> str:
    """Return why the verdict is undetermined; without the record, lines are replaced by steps."""
    return why if full else _AT_LINE.sub(rf"After step {steps} (", why)


def answer_of(dispute: Dispute, *, full: bool) -> Answer:
    """Return the verdict on the disputed play of a finished replay."""
    verdict = dispute.stored.verdict if dispute.stored else dispute.verdict
    return answer(verdict, dispute.result or {"timeline": []}, dispute.doubted_line, full=full)


def _short(dispute: Dispute, found: Answer, steps: int, *, full: bool) -> dict[str, Any]:
    """Return the short form of the verdict: the play, one sentence, the deciding rule and its text."""
    left_open = found.verdict == Dispute.Verdict.UNDETERMINED
    return {
        "answer": found,
        "sentence": _undetermined(found.sentence, steps, full=full) if left_open else found.sentence,
        "rule": found.rule,
        "rule_text": _text_of(dispute, found.rule),
        # True if a play after the legal disputed one is illegal or undetermined.
        "stops_later": found.verdict == LEGAL and dispute.stored is not None and dispute.stored.verdict != LEGAL,
    }


def _text_of(dispute: Dispute, rule: str) -> str:
    """Return our text of a rule, or the option taken of an interpretation; empty if unknown."""
    for rest in (dispute.result or {}).get("rests_on", []):
        if rest["id"] == rule:
            return str(rest["taken"])
    book = next((book for book in GAMES[dispute.game].rulebooks.values() if rule in book), None)
    return book.get(rule).text if book is not None else ""


def _opinion(dispute: Dispute, found: Answer, *, full: bool) -> dict[str, Any]:
    """Return what the verdict is based on; empty parts for old results."""
    result = dispute.result or {}
    rests = [_rest(rest, full=full) for rest in result.get("rests_on", [])]
    others = result.get("other_versions" if full else "public_other_versions", [])
    verdict = dispute.stored.verdict if dispute.stored else dispute.verdict
    illegal = (result.get("illegal") or {}).get("line") or 0
    own = (verdict, illegal)
    missing = result.get("missing_passes") if full and found.verdict != LEGAL else None
    differing = [each for each in others if has_other_verdict(each, own, found, dispute.doubted_line)]
    return {
        "reasons": [rest for rest in rests if rest["reason"]],
        "rests": [rest for rest in rests if not rest["reason"]],
        "procedure": [rest for rest in rests if rest.get("note")],
        "others": differing,
        "all_versions": others,
        "assumed": result.get("assumed", []),
        "cards": result.get("cards", ""),
        "without_decklists": result.get("without_decklists", []),
        "printings": result.get("printings" if full else "public_printings", []),
        "deviation": result.get("deviation") if full else None,
        "missing_passes": missing,
        "missing_passes_text": describe_missing_passes(missing, _lines(dispute)) if missing else "",
    }


def _lines(dispute: Dispute) -> list[int]:
    """Return the line of each play of the record, in order."""
    return [line for line, _words in list_plays(dispute.record.text, dispute.game)] if dispute.record else []


def _rest(rest: dict[str, Any], *, full: bool) -> dict[str, Any]:
    """Return an interpretation; verdicts with other options are for staff, because they contain lines of the record."""
    return {"changes": "", **rest, "otherwise": rest.get("otherwise", []) if full else []}


def _illegal(dispute: Dispute, *, full: bool) -> dict[str, Any] | None:
    """Return the illegal line with its reasons; legal alternatives are for staff, because they reveal the hand."""
    illegal = (dispute.result or {}).get("illegal")
    if not illegal:
        return None
    # Old results have one form of reasons, which was public.
    shown = illegal["reasons"] if full else illegal.get("public_reasons", illegal["reasons"])
    reasons = [{"text": r["text"], "rule": r["rule"]} for r in shown]
    text = illegal["text"] if full else illegal["public_text"]
    lines = _lines(dispute) if full else []
    return {
        "line": illegal["line"],
        "number": lines.index(illegal["line"]) + 1 if illegal["line"] in lines else None,
        "actor": illegal["actor"],
        "text": text,
        "reasons": reasons,
        "further": reasons[1:],
        "legal": illegal["legal"] if full else [],
        # Divided damage is public, so its constraint reveals no hand.
        "constraint": illegal.get("constraint", ""),
        "count": illegal.get("count"),
    }
