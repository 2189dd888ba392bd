"""What the page of a dispute shows of the stored replay, as much of it as this reader may see."""

from typing import Any

from django.utils.translation import gettext as _

from epic_events.disputes.models import Dispute
from epic_events.reference import catalogue
from rules.games import GAMES


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
            "rules": list(step["rules"]),
        }
        for number, step in enumerate(result["timeline"], start=1)
    ]
    current = _step(asked_step, len(steps), len(steps))
    stored = dispute.boards.filter(step=current).values_list("staff" if full else "public", flat=True).first()
    return {
        "full": full,
        "illegal": _illegal(dispute, full=full),
        "decisions": result["decisions"],
        "steps": steps,
        "current": current,
        "before": current - 1 if current > 0 else None,
        "after": current + 1 if current < len(steps) else None,
        "board": board(dispute.game, stored) if stored else None,
    }


def _illegal(dispute: Dispute, *, full: bool) -> dict[str, Any] | None:
    """Return the illegal line with its reasons; what else would have been legal tells a hand, so it is for staff."""
    illegal = (dispute.result or {}).get("illegal")
    if not illegal:
        return None
    reasons = [{"text": r["text"], "rule": r["rule"]} for r in illegal["reasons"]]
    text = illegal["text"] if full else illegal["public_text"]
    return {
        "line": illegal["line"],
        "actor": illegal["actor"],
        "text": text,
        "reasons": reasons,
        "legal": illegal["legal"] if full else [],
    }


def board(game: str, stored: dict[str, Any]) -> dict[str, Any]:
    """Return a stored board laid out for the template: the first player below, the others above, battle between."""
    sides = [_side(game, side) for side in stored["sides"]]
    return {
        **stored,
        "below": sides[:1],
        "above": sides[1:],
        "front": [s for s in (*sides[1:], *sides[:1]) if s["forward"]],
    }


def _side(game: str, stored: dict[str, Any]) -> dict[str, Any]:
    pieces = [_piece(game, piece) for piece in stored["pieces"]]
    piles = [
        {"label": label, "count": stored[key]["count"], "cards": stored[key]["cards"]}
        for key, label in (("hand", _("hand")), ("deck", _("deck")), ("discard", _("discard pile")))
    ]
    in_battle = {"attacking", "blocking"}
    return {
        **stored,
        "piles": piles,
        "forward": [piece for piece in pieces if in_battle & set(piece["states"])],
        "back": [piece for piece in pieces if not in_battle & set(piece["states"])],
    }


def _piece(game: str, stored: dict[str, Any]) -> dict[str, Any]:
    card = GAMES[game].cards.get(stored["card"])
    classes = [f"is-{state}" for state in stored["states"]]
    url = ""
    if card is not None:
        classes += [f"align-{alignment.lower()}" for alignment in card.alignments[:1]]
        classes += ["is-token"] * card.is_token
        url = catalogue.card_url(card.name)
    return {**stored, "classes": " ".join(classes), "url": url}
