"""Initial data of a ruling that is created from a dispute.

Rulings are public, so only public information of the dispute is used.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.disputed_play import LEGAL, Answer
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
    context = replay_page(dispute, "", full=False)
    if "steps" not in context:
        return {"title": dispute.title, "game": dispute.game}
    return {
        "title": dispute.title,
        "game": dispute.game,
        "question": _question(dispute, context),
        "answer": _answer(dispute, context),
        "rules": ", ".join(_rules(dispute, context)),
        "cards": "\n".join(_cards(dispute, context)),
        "round": dispute.match.round_id if dispute.match else "",
        "record": dispute.record.text if dispute.record and dispute.record_released else "",
    }


def _question(dispute: Dispute, context: Mapping[str, Any]) -> str:
    """Return the disputed play as a question.

    It names the phase, the turn and the cards concerned.
    """
    answer: Answer = context["answer"]
    if not answer.text:
        return ""
    board = _board_before(dispute, answer)
    sentence = _("%(phase)s, turn %(number)s of %(turn)s. %(player)s: %(play)s. Is that legal?") % {
        "phase": board.get("phase", ""),
        "number": board.get("turn_number", ""),
        "turn": board.get("turn", ""),
        "player": answer.actor,
        "play": answer.text.rstrip("."),
    }
    in_play = [
        _("%(card)s of %(player)s") % {"card": _with_states(piece), "player": side["player"]}
        for side in board.get("sides", ())
        for piece in side["pieces"]
        if _is_named(piece["card"], f"{answer.text} {context['sentence']}")
    ]
    return f"{sentence}\n\n{_('In play')}: {', '.join(in_play)}." if in_play else sentence


def _board_before(dispute: Dispute, answer: Answer) -> Mapping[str, Any]:
    """Return the public board before the disputed play."""
    step = answer.step - 1 if answer.verdict == LEGAL and answer.step else answer.step
    return boards_of(dispute, step, step, full=False).get(step, {})


def _with_states(piece: Mapping[str, Any]) -> str:
    """Return the name of a card in play with its states and keywords."""
    states = ", ".join([*piece["states"], *piece["keywords"]])
    return f"{piece['name']} ({states})" if states else str(piece["name"])


def _answer(dispute: Dispute, context: Mapping[str, Any]) -> str:
    """Return the decision of the judge, then the verdict with its rule."""
    decided = dispute.decision.text if dispute.decision and dispute.is_announced else ""
    cited = selectors.cited(context["rule"], dispute.game) if context["rule"] else None
    rule = f" ({cited.label})" if cited else ""
    verdict = (
        f"{dispute.get_verdict_display()}: {context['sentence'].rstrip('.')}{rule}." if context["sentence"] else ""
    )
    return "\n\n".join(part for part in (decided, verdict) if part)


def _rules(dispute: Dispute, context: Mapping[str, Any]) -> list[str]:
    """Return the rules cited by the decision, else those of the verdict."""
    if dispute.decision and dispute.is_announced and dispute.decision.citations:
        return list(dispute.decision.citations)[:MAX_RULES]
    reasons = [rest["id"] for rest in context["opinion"]["reasons"]]
    deciding = dict.fromkeys(rule for rule in (context["rule"], *reasons) if rule)
    return [rule for rule in deciding if selectors.cited(rule, dispute.game) is not None][:MAX_RULES]


def _cards(dispute: Dispute, context: Mapping[str, Any]) -> list[str]:
    """Return the cards named in the disputed play, the verdict or the title."""
    text = f"{context['answer'].text} {context['sentence']} {dispute.title}"
    cards_named = [card.name for card in GAMES[dispute.game].cards if _is_named(card.name, text)]
    # “Wolf Token” does not name the card “Wolf”.
    full_names = [name for name in cards_named if not any(name != other and name in other for other in cards_named)]
    return sorted(full_names, key=text.index)[:MAX_CARDS]


def _is_named(card: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(card)}(?!\w)", text) is not None
