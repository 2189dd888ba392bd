"""What the game waits for, and what somebody does instead, in words for sentences."""

from typing import Final

from rules.engine.decision import Decision
from rules.epic.answers.canonical import detail
from rules.epic.state import EpicState
from rules.epic.state.naming import called, player, side

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
    "number": "chooses a number",
    "draw": "gives a card to draw",
    "mode": "chooses one of the effects",
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
    "number": "choose a number",
    "mode": "choose an effect",
    "mulligan": "decide on the opening hand",
}
"""Verbs in words, where the verb alone is no English."""


JOINT: Final = frozenset({"act", "block", "order"})
"""Kinds of decision that team-mates take as one (1.2[1], I-112); they divide battle damage so, too."""


def is_joint(decision: Decision) -> bool:
    """Whether the decision is one of a whole side; the seat that stands for it is asked."""
    return decision.kind in JOINT or (decision.kind == "assign" and not decision.source)


def who_acts(state: EpicState, decision: Decision) -> str:
    """Return the name of who has to answer: a player, or a team as one."""
    return side(state, decision.seat) if is_joint(decision) else player(state, decision.seat)


def waits_for(state: EpicState, decision: Decision) -> str:  # noqa: C901, PLR0911 - one line a kind
    """Return what the player who is asked has to do, in words."""
    source = called(state, decision.source) if decision.source else ""
    match decision.kind:
        case "target" if detail(decision, "several"):
            return f"picks {decision.low} to {decision.high} targets for {source}"
        case "target":
            return f"picks a target for {source}"
        case "draw" if detail(decision, "shown"):
            return "gives a card to reveal"
        case "mode":
            return f"chooses one of the effects of {called(state, (*decision.candidates, decision.source)[0])}"
        case "may":
            return f"says yes or no to what {source} offers"
        case "choose" if detail(decision, "recycle"):
            return f"chooses two cards to recycle for {source}, or none"
        case "choose" if detail(decision, "several"):
            return f"chooses {decision.low} to {decision.high} for {source}"
        case "choose":
            return f"makes a choice for {source}"
        case "reveal":
            return f"reveals {detail(decision, 'count') or 'any number of'} cards for {source} or declines"
        case "number":
            return f"chooses a number from {decision.low} to {decision.high} for {source}"
        case "assign" if source:
            return f"divides the damage of {source}"
        case "discard":
            return f"discards {decision.low} card{'s' * (decision.low > 1)}"
    return WAITS_FOR[decision.kind]
