"""What the game waits for, and what somebody does instead, in words for sentences."""

from typing import Final

from rules.engine.decision import Decision
from rules.epic.naming import called
from rules.epic.normal import detail
from rules.epic.state import EpicState

WAITS_FOR: Final = {
    "mulligan": "decides which cards of the opening hand to replace",
    "act": "makes a play or passes",
    "target": "picks a target",
    "choose": "makes a choice",
    "may": "decides whether to",
    "order": "chooses which trigger resolves next",
    "block": "declares blockers",
    "assign": "divides damage",
    "discard": "discards",
    "reveal": "reveals cards or declines",
    "draw": "gives a card to draw",
}
"""What the game waits for, in words, by the kind of decision."""

DOES: Final = {
    "play": "play a card",
    "use": "use a power",
    "end": "end the turn",
    "target": "pick a target",
    "choose": "make a choice",
    "yes": "say yes",
    "no": "say no",
    "resolve": "resolve a trigger",
    "assign": "assign damage",
    "reveal": "reveal cards",
    "mulligan": "decide on the opening hand",
}
"""Verbs in words, where the verb alone is no English."""


def waits_for(state: EpicState, decision: Decision) -> str:  # noqa: PLR0911 - one line a kind
    """Return what the player who is asked has to do, in words."""
    source = called(state, decision.source) if decision.source else ""
    match decision.kind:
        case "target":
            return f"picks a target for {source}"
        case "may":
            return f"says yes or no to what {source} offers"
        case "choose" if detail(decision, "recycle"):
            return f"chooses two cards to recycle for {source}, or none"
        case "choose":
            return f"makes a choice for {source}"
        case "reveal":
            return f"reveals {detail(decision, 'count')} cards for {source} or declines"
        case "assign" if source:
            return f"divides the damage of {source}"
        case "discard":
            return f"discards {decision.low} card{'s' * (decision.low > 1)}"
    return WAITS_FOR[decision.kind]
