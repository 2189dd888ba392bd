"""Updating a pending decision after unknown cards have been named.

Unknown cards are candidates because they may qualify. Once such a card is named, the decision is asked again on a
copy, so that all conditions apply to it.
"""

from contextlib import suppress
from typing import Final, NamedTuple

from rules.engine import loop
from rules.engine.decision import Decision, UndeterminedError, Violation
from rules.epic.game_loop.rules import RULES
from rules.epic.state import EpicState
from rules.epic.state.automatic_decisions import AutomaticDecisionObserver, copy_with_observer
from rules.epic.state.unknown_cards import newly_named

NAME_DEPENDENT: Final = frozenset({"reveal", "choose", "target"})
"""Kinds of decision whose candidates depend on card names."""


class ReaskedDecision(NamedTuple):
    """A decision that was asked again.

    Attributes:
        decision: the decision with the current candidates.
        hopeless: the reason why no action is possible any more, or ``None``.
    """

    decision: Decision
    hopeless: Violation | None = None


def reask_decision(state: EpicState) -> ReaskedDecision | None:
    """Return the pending decision asked again, if a candidate has been named since."""
    pending = state.pending
    if pending is None or pending.kind not in NAME_DEPENDENT or not newly_named(pending):
        return None
    matching: list[Decision] = []

    def stop_at_first(_: EpicState, decision: Decision) -> list[Violation] | None:
        if matching or not _is_same_decision(pending, decision):
            return None
        matching.append(decision)
        return []

    observer = AutomaticDecisionObserver(stop_at_first)
    with suppress(UndeterminedError):
        # Later decisions do not matter, even if the rules leave them undetermined.
        copy = _next_decision(state, observer)
        if not matching and copy is not None and _is_same_decision(pending, copy):
            return ReaskedDecision(copy)
    return ReaskedDecision(matching[0], next(iter(observer.violations), None)) if matching else ReaskedDecision(pending)


def _next_decision(state: EpicState, observer: AutomaticDecisionObserver) -> Decision | None:
    """Return the next decision of a copy without the pending decision."""
    copy = copy_with_observer(state, observer)
    copy.pending = None
    loop.advance(copy, RULES)
    return copy.pending


def _is_same_decision(one: Decision, other: Decision) -> bool:
    return (one.seat, one.kind, one.source) == (other.seat, other.kind, other.source)
