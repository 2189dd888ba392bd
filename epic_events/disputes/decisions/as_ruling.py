"""Initial data of a ruling that is created from a dispute.

Rulings are public, so only public information of the dispute is used.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.doubted_play import LEGAL, Answer
from epic_events.disputes.replays.page import replay_page
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.disputes.selectors import find_dispute
from epic_events.reference.rules import selectors
from rules.games import GAMES

MAX_RULES = 6
MAX_CARDS = 10


def beginning(user: object, slug: str) -> dict[str, Any]:
    """Return the initial data of the ruling form for a dispute.

    Args:
        user: a judge of the dispute.
        slug: the slug of the dispute.

    Raises:
        MissingError: no such dispute. NotAllowedError: ``user`` does not judge it.
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
    """Return the disputed play as a question with its phase, turn and the cards concerned."""
    found: Answer = shown["answer"]
    if not found.text:
        return ""
    board = _board_before(dispute, found)
    sentence = _("%(phase)s, turn %(number)s of %(turn)s. %(player)s: %(play)s. Is that legal?") % {
        "phase": board.get("phase", ""),
        "number": board.get("turn_number", ""),
        "turn": board.get("turn", ""),
        "player": found.actor,
        "play": found.text.rstrip("."),
    }
    in_play = [
        _("%(card)s of %(player)s") % {"card": _with_states(piece), "player": side["player"]}
        for side in board.get("sides", ())
        for piece in side["pieces"]
        if _is_named(piece["card"], f"{found.text} {shown['sentence']}")
    ]
    return f"{sentence}\n\n{_('In play')}: {', '.join(in_play)}." if in_play else sentence


def _board_before(dispute: Dispute, found: Answer) -> Mapping[str, Any]:
    """Return the public board before the disputed play."""
    step = found.step - 1 if found.verdict == LEGAL and found.step else found.step
    return boards_of(dispute, step, step, full=False).get(step, {})


def _with_states(piece: Mapping[str, Any]) -> str:
    """Return the name of a card in play with its states and keywords."""
    states = ", ".join([*piece["states"], *piece["keywords"]])
    return f"{piece['name']} ({states})" if states else str(piece["name"])


def _answer(dispute: Dispute, shown: Mapping[str, Any]) -> str:
    """Return the decision of the judge, then the verdict with its rule."""
    decided = dispute.decision.text if dispute.decision and dispute.is_announced else ""
    cited = selectors.cited(shown["rule"], dispute.game) if shown["rule"] else None
    rule = f" ({cited.label})" if cited else ""
    verdict = f"{dispute.get_verdict_display()}: {shown['sentence'].rstrip('.')}{rule}." if shown["sentence"] else ""
    return "\n\n".join(part for part in (decided, verdict) if part)


def _rules(dispute: Dispute, shown: Mapping[str, Any]) -> list[str]:
    """Return the rules cited by the decision, else those of the verdict."""
    if dispute.decision and dispute.is_announced and dispute.decision.citations:
        return list(dispute.decision.citations)[:MAX_RULES]
    reasons = [rest["id"] for rest in shown["opinion"]["reasons"]]
    deciding = dict.fromkeys(rule for rule in (shown["rule"], *reasons) if rule)
    return [rule for rule in deciding if selectors.cited(rule, dispute.game) is not None][:MAX_RULES]


def _cards(dispute: Dispute, shown: Mapping[str, Any]) -> list[str]:
    """Return the cards named in the disputed play, the verdict or the title."""
    text = f"{shown['answer'].text} {shown['sentence']} {dispute.title}"
    named = [card.name for card in GAMES[dispute.game].cards if _is_named(card.name, text)]
    # “Wolf Token” does not name the card “Wolf”.
    whole = [name for name in named if not any(name != other and name in other for other in named)]
    return sorted(whole, key=text.index)[:MAX_CARDS]


def _is_named(card: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(card)}(?!\w)", text) is not None
