"""Decisions that the engine settles without asking, since there is no alternative, and what an answer would fail there.

A judge may write down a block where nobody was able to block, or a target that was none: the engine has gone on long
since, but the reason why the line is illegal lies at the decision that was not asked. That stretch is played once
more on a copy that has a observer; wherever the engine settles something by itself it calls ``unasked``, which looks at
the answer then.
"""

from collections.abc import Callable
from typing import Final

from rules.engine.decision import Decision, Violation
from rules.epic.state.copying import copy_state
from rules.epic.state.model import EpicState

ActionCheck = Callable[[EpicState, Decision], list[Violation] | None]
"""Says what an answer fails at a decision; ``None`` when it is no answer to it."""


class AutomaticDecisionObserver:
    """What an answer fails at the first decision that it could be an answer to; empty until there is one.

    ``state`` is the game at that decision; ``hopeless`` says that nothing could have been done there. ``settled`` has
    the games at those decisions where the answer fails nothing: it is what was done.
    """

    def __init__(self, look: ActionCheck) -> None:
        self.look = look
        self.violations: list[Violation] = []
        self.state: EpicState | None = None
        self.hopeless = False
        self.settled: list[EpicState] = []


def copy_with_observer(state: EpicState, observer: AutomaticDecisionObserver) -> EpicState:
    """Return a copy of ``state`` of which ``observer`` is told every decision that is settled without asking."""
    then = copy_state(state)
    then.observer = observer
    return then


def has_observer(state: EpicState) -> bool:
    """Whether anybody wants to know of decisions settled without asking; where building one costs time, ask first."""
    return state.observer is not None


def report_automatic_decision(state: EpicState, decision: Decision, why: Callable[[], Violation] | None = None) -> None:
    """Say that ``decision`` is settled without asking; ``why`` gives a reason that no answer can have by itself."""
    observer = state.observer
    if observer is None:
        return
    state.pending = decision
    try:
        faults = observer.look(state, decision)
        then = copy_state(state) if faults is not None else None
    finally:
        state.pending = None
    if faults is None or then is None:
        return
    then.observer = None
    if not faults and why is None:
        observer.settled.append(then)
    elif not observer.violations:
        observer.state, observer.hopeless = then, why is not None
        observer.violations = faults if why is None else order_violations(faults, why())


GENERAL_RULES: Final = frozenset({"3.2.3", "5.3.4", "5.5.1", "5.20.1", "5.20.2"})
"""Rules of how many or what sort is picked: where nothing could be picked at all, that is the cause."""


def order_violations(faults: list[Violation], why: Violation) -> list[Violation]:
    """Return what is wrong with an answer, and why no other would have done, the cause first.

    That is what is wrong with the very things named, then why nothing could be named, then the rest.
    """
    particular = [fault for fault in faults if fault.rule not in GENERAL_RULES]
    return [*particular, why, *(fault for fault in faults if fault.rule in GENERAL_RULES)]
