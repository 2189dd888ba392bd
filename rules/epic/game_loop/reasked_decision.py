"""A decision as it would be asked now that cards have names that nobody had named when it was asked.

Unknown cards are among what can be picked or revealed, since they may be such as qualify. One that gets its name from
the answer goes through every condition of a card that was known all along: the decision is put once more, on a copy.
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
"""Decisions of which the names of cards decide what is among the candidates."""


class ReaskedDecision(NamedTuple):
    """A decision put once more.

    Attributes:
        decision: with what can be picked now.
        hopeless: why nothing can be answered any more, where that is so.
    """

    decision: Decision
    hopeless: Violation | None = None


def reask_decision(state: EpicState) -> ReaskedDecision | None:
    """Return the pending decision put once more, ``None`` where no card has got its name since it was asked."""
    asked = state.pending
    if asked is None or asked.kind not in NAME_DEPENDENT or not newly_named(asked):
        return None
    settled: list[Decision] = []

    def first(_: EpicState, decision: Decision) -> list[Violation] | None:
        if settled or not _same(asked, decision):
            return None
        settled.append(decision)
        return []

    found = AutomaticDecisionObserver(first)
    with suppress(UndeterminedError):
        # What comes after it does not matter, nor whether the rules say how that goes on.
        then = _going_on(state, found)
        if not settled and then is not None and _same(asked, then):
            return ReaskedDecision(then)
    return ReaskedDecision(settled[0], next(iter(found.violations), None)) if settled else ReaskedDecision(asked)


def _going_on(state: EpicState, listener: AutomaticDecisionObserver) -> Decision | None:
    """Return what is asked where the pending decision is forgotten and the game goes on, on a copy."""
    then = copy_with_observer(state, listener)
    then.pending = None
    loop.advance(then, RULES)
    return then.pending


def _same(one: Decision, other: Decision) -> bool:
    return (one.seat, one.kind, one.source) == (other.seat, other.kind, other.source)
