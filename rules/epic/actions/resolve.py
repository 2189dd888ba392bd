"""Choosing the next trigger to resolve (3.2.5a): ``resolve``."""

import random
from collections.abc import Iterator
from typing import Final

from rules.engine.action_types import ONE_AND_OPTION
from rules.engine.decision import Action, Decision, Violation
from rules.engine.randomness import choose_one
from rules.epic.actions.action_type import EpicActionType
from rules.epic.board.interchangeable import preferred_copy
from rules.epic.board.triggers import start_chosen_trigger, waiting_trigger_keys
from rules.epic.explanations.missing_decisions import missing_decision_violations
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name


class Resolve(EpicActionType):
    """Choice of a waiting trigger by source or subject; the option is its ability."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why no such trigger is waiting."""
        if (action.refs[0], action.option) not in waiting_trigger_keys(state, decision.seat):
            yield from missing_decision_violations(state, decision, action, self.asks, self.moment_violations)
            yield Violation("3.2.5a", f"No such trigger of {display_name(state, action.refs[0])} waits to resolve.")

    def apply(self, state: EpicState, action: Action) -> None:
        """Start the trigger."""
        start_chosen_trigger(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield the waiting triggers of the side, without interchangeable ones."""
        seat = decision.seat
        seen = waiting_trigger_keys(state, seat)
        for source, ability in seen:
            if preferred_copy(state, source, (s for s, a in seen if a == ability), seat) == source:
                yield Action(seat, self.name, (source,), ability)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return the choice of a random trigger."""
        source, ability = choose_one(chance, waiting_trigger_keys(state, decision.seat))
        return self.canonical(state, Action(decision.seat, self.name, (source,), ability))

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the source that represents interchangeable triggers."""
        same = (source for source, ability in waiting_trigger_keys(state, action.seat) if ability == action.option)
        return (preferred_copy(state, action.refs[0], same, action.seat),)

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield a sentence if no such trigger is waiting."""
        if (action.refs[0], action.option) not in waiting_trigger_keys(state, decision.seat):
            yield f"No such trigger of {display_name(state, action.refs[0])} waits."

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of the choice."""
        return "chooses which trigger resolves next"


RESOLVE: Final = Resolve("resolve", "order", ONE_AND_OPTION, "resolve a trigger", joint=True)
