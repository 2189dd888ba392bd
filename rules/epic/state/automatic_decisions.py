"""Decisions that the engine makes automatically because there is no alternative.

A record may contain a block although no champion could block, or an illegal target. The reason then lies at a decision
that the engine skipped, so the game is replayed on a copy with an observer, which checks the action at each automatic
decision.
"""

from collections.abc import Callable
from typing import Final

from rules.engine.decision import Decision, Violation
from rules.epic.state.copying import copy_state
from rules.epic.state.model import EpicState

ActionCheck = Callable[[EpicState, Decision], list[Violation] | None]
"""Returns the violations of an action at a decision, ``None`` if it does not fit."""


class AutomaticDecisionObserver:
    """Observer that checks an action at each automatic decision.

    Attributes:
        look: returns the violations of the action at a decision, ``None`` if the decision is of another kind.
        violations: violations at the first decision of the right kind.
        state: the game at that decision.
        hopeless: whether no action was possible there.
        settled: the games at decisions where the action has no violations.
    """

    def __init__(self, look: ActionCheck) -> None:
        self.look = look
        self.violations: list[Violation] = []
        self.state: EpicState | None = None
        self.hopeless = False
        self.settled: list[EpicState] = []


def copy_with_observer(state: EpicState, observer: AutomaticDecisionObserver) -> EpicState:
    """Return a copy of ``state`` that reports automatic decisions to ``observer``."""
    copy = copy_state(state)
    copy.observer = observer
    return copy


def has_observer(state: EpicState) -> bool:
    """Return True if the game has an observer.

    Check it before building decisions only to report them.
    """
    return state.observer is not None


def report_automatic_decision(
    state: EpicState, decision: Decision, reason: Callable[[], Violation] | None = None
) -> None:
    """Report to the observer a decision that the engine makes automatically.

    Args:
        state: the game.
        decision: the decision that is not asked.
        reason: returns the reason why no action is possible at all.
    """
    observer = state.observer
    if observer is None:
        return
    state.pending = decision
    try:
        faults = observer.look(state, decision)
        copy = copy_state(state) if faults is not None else None
    finally:
        state.pending = None
    if faults is None or copy is None:
        return
    copy.observer = None
    if not faults and reason is None:
        observer.settled.append(copy)
    elif not observer.violations:
        observer.state, observer.hopeless = copy, reason is not None
        observer.violations = faults if reason is None else order_violations(faults, reason())


GENERAL_RULES: Final = frozenset({"3.2.3", "5.3.4", "5.5.1", "5.20.1", "5.20.2"})
"""General rules on number and type of picks; that nothing could be picked is the cause then."""


def order_violations(violations: list[Violation], reason: Violation) -> list[Violation]:
    """Return violations by relevance.

    Specific ones come first, then ``reason``, then general ones. Specific violations mention an object that the action
    names; ``reason`` is the reason why no action was possible.
    """
    particular = [fault for fault in violations if fault.rule not in GENERAL_RULES]
    return [*particular, reason, *(fault for fault in violations if fault.rule in GENERAL_RULES)]
