"""What the page of a dispute shows of the stored replay, as much of it as this reader may see."""

from functools import cache
from typing import Any

from epic_events.disputes.models import Dispute
from epic_events.reference import shelf
from rules.games import GAMES


@cache
def cited(game: str, rule_id: str) -> dict[str, str]:
    """Return a citation as id, heading and address; without an address when no document of the game has it."""
    for book in GAMES[game].rulebooks.values():
        if rule_id in book:
            unit = book.get(rule_id)
            return {"id": rule_id, "heading": unit.heading or unit.label, "url": shelf.rule_url(book, unit)}
    return {"id": rule_id, "heading": "", "url": ""}


def _step(asked: str, last: int, first_shown: int) -> int:
    """Return the step to show: the one asked for, kept inside the replay."""
    return min(int(asked), last) if asked.isdecimal() else first_shown


def replay_page(dispute: Dispute, asked_step: str, *, full: bool) -> dict[str, Any]:
    """Return the verdict, the timeline and one board for a template.

    Args:
        dispute: with a stored result, or without one (then there is nothing to show).
        asked_step: the step in the address; empty for the one the verdict is about.
        full: whether the reader may see hands and draws.
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
            "sentences": step["sentences"] if full else step["public_sentences"],
            "rules": [cited(dispute.game, rule) for rule in step["rules"]],
        }
        for number, step in enumerate(result["timeline"], start=1)
    ]
    current = _step(asked_step, len(steps), len(steps))
    board = dispute.boards.filter(step=current).values_list("staff" if full else "public", flat=True).first()
    return {
        "full": full,
        "illegal": _illegal(dispute, full=full),
        "decisions": result["decisions"],
        "steps": steps,
        "current": current,
        "before": current - 1 if current > 0 else None,
        "after": current + 1 if current < len(steps) else None,
        "board": board,
    }


def _illegal(dispute: Dispute, *, full: bool) -> dict[str, Any] | None:
    """Return the illegal line with its reasons; what else would have been legal tells a hand, so it is for staff."""
    illegal = (dispute.result or {}).get("illegal")
    if not illegal:
        return None
    reasons = [{"text": r["text"], "cited": cited(dispute.game, r["rule"])} for r in illegal["reasons"]]
    text = illegal["text"] if full else illegal["public_text"]
    return {"line": illegal["line"], "text": text, "reasons": reasons, "legal": illegal["legal"] if full else []}
