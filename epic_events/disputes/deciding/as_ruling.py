"""A ruling for the collection that begins with a verdict: question, answer, rules and cards filled in.

Only what everybody may read of the dispute goes in: a ruling is published without its hands and draws.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from epic_events.disputes import permissions
from epic_events.disputes.deciding.suggested import suggested
from epic_events.disputes.finding import find_dispute
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.kept_boards import boards_of
from epic_events.disputes.replays.page import replay_page

MOST_RULES = 6


def beginning(user: object, slug: str) -> dict[str, Any]:
    """Return what the form of a ruling begins with that is made of a dispute.

    Args:
        user: a judge of the dispute.
        slug: its address.

    Raises:
        MissingError: there is no such dispute. NotAllowedError: its judges are others.
    """
    dispute = find_dispute(user, slug.replace("\0", ""))
    permissions.require_judge_of(user, dispute)
    shown = replay_page(dispute, "", full=False)
    if "steps" not in shown:
        return {"title": dispute.title, "game": dispute.game}
    return {
        "title": dispute.title,
        "game": dispute.game,
        "question": _question(dispute, shown),
        "answer": _answer(dispute, shown),
        "rules": ", ".join(_rules(dispute, shown)),
        "cards": "\n".join(_cards(dispute, shown)),
        "round": dispute.match.round_id if dispute.match else "",
        "record": dispute.record.text if dispute.record and dispute.record_released else "",
    }


def _question(dispute: Dispute, shown: Mapping[str, Any]) -> str:
    """Return the disputed play, where in the turn it was made, as a question; the title is the situation in a line."""
    steps, illegal = shown["steps"], shown["illegal"]
    asked = illegal or (steps[-1] if steps else None)
    if asked is None or not asked["text"]:
        return ""
    step = len(steps) if illegal else len(steps) - 1
    board = boards_of(dispute, step, step, full=False).get(step, {})
    return _("%(phase)s, turn %(number)s of %(turn)s. %(player)s: %(play)s. Is that legal?") % {
        "phase": board.get("phase", ""),
        "number": board.get("turn_number", ""),
        "turn": board.get("turn", ""),
        "player": asked["actor"],
        "play": asked["text"].rstrip("."),
    }


def _answer(dispute: Dispute, shown: Mapping[str, Any]) -> str:
    decided = dispute.decision.text if dispute.decision and dispute.is_told else ""
    return "\n\n".join(part for part in (shown["sentence"], decided) if part)


def _rules(dispute: Dispute, shown: Mapping[str, Any]) -> list[str]:
    cited = list(dispute.decision.citations) if dispute.decision and dispute.is_told else []
    return (cited or [citation for citation, _named in suggested(dispute, shown)])[:MOST_RULES]


def _cards(dispute: Dispute, shown: Mapping[str, Any]) -> list[str]:
    """Return the cards in play before the disputed line that its words or the verdict name."""
    step = len(shown["steps"])
    board = boards_of(dispute, step, step, full=False).get(step, {})
    told = " ".join([shown["sentence"], shown["illegal"]["text"] if shown["illegal"] else dispute.title])
    in_play = (piece["card"] for side in board.get("sides", ()) for piece in side["pieces"])
    return [card for card in dict.fromkeys(in_play) if card in told]
