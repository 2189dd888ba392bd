"""Actions without references: yes and no, a mode, a number."""

from collections.abc import Iterator
from typing import Final

from rules.engine.action_types import NONE, NUMBER
from rules.engine.decision import Action, Decision, Violation, detail
from rules.epic.actions.action_type import EpicActionType
from rules.epic.effects import ChooseNumber, ChooseOne, Loyalty, May
from rules.epic.frame_handlers import dispatch_action
from rules.epic.plays.free_plays import mode_violations
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name


class Offer(EpicActionType):
    """Acceptance or refusal of an optional effect (3.2.3): ``yes``, ``no``."""

    def apply(self, state: EpicState, action: Action) -> None:
        """Pass the choice to the instruction that is waiting for it."""
        dispatch_action(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield the action, which is always legal."""
        yield Action(decision.seat, self.name)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of the optional effect."""
        source = display_name(state, decision.source) if decision.source else ""
        return f"says yes or no to what {source} offers"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that no optional effect is pending."""
        yield Violation("3.4.1", f"Nothing has triggered that offers {player_name(state, action.seat)} anything.")


class Mode(EpicActionType):
    """Choice of one of several effects, counted from 0 (3.2.1)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the effect cannot be chosen."""
        return mode_violations(state, decision, action)

    def apply(self, state: EpicState, action: Action) -> None:
        """Pass the choice to the instruction that is waiting for it."""
        dispatch_action(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield every effect that may be chosen."""
        every = (Action(decision.seat, self.name, (), option) for option in range(detail(decision, "count")))
        yield from (one for one in every if next(self.violations(state, decision, one), None) is None)

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield a sentence if there is no such effect."""
        if not 0 <= action.option < detail(decision, "count"):
            yield f"{display_name(state, decision.source)} has no effect number {action.option + 1}."

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of the choice, with the card."""
        return f"chooses one of the effects of {display_name(state, (*decision.candidates, decision.source)[0])}"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that nothing asks for an effect."""
        text = "Which effect is played is chosen as a card is announced, and at no other time."
        yield Violation("3.2.1", text)


class Number(EpicActionType):
    """Choice of a number that a text asks for (I-144)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if the number is out of range."""
        if not decision.low <= action.option <= decision.high:
            expected = f"a number from {decision.low} to {decision.high} for {display_name(state, decision.source)}"
            yield Violation("I-144", f"{player_name(state, decision.seat)} chooses {expected}, not {action.option}.")

    def apply(self, state: EpicState, action: Action) -> None:
        """Pass the number to the instruction that is waiting for it."""
        dispatch_action(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield every number in range."""
        numbers = range(decision.low, decision.high + 1)
        yield from (Action(decision.seat, self.name, (), number) for number in numbers)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description with the range of the number and the card."""
        return f"chooses a number from {decision.low} to {decision.high} for {display_name(state, decision.source)}"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that nothing asks for a choice."""
        player = player_name(state, action.seat)
        yield Violation("3.2.3", f"Nothing that is being carried out asks {player} for a choice.")


YES: Final = Offer("yes", "may", NONE, "say yes", asks=(May, Loyalty))
NO: Final = Offer("no", "may", NONE, "say no", asks=(May, Loyalty))
MODE: Final = Mode("mode", "mode", NUMBER, "choose an effect", asks=(ChooseOne,))
NUMBER_CHOSEN: Final = Number("number", "number", NUMBER, "choose a number", asks=(ChooseNumber,))
