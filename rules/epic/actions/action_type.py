"""What every row of a verb of Epic begins with."""

import random
from collections.abc import Iterator
from typing import Final

from rules.engine.action_types import ActionType, Shape
from rules.engine.decision import Action, Decision, Violation
from rules.engine.randomness import choose_one
from rules.epic.players.seats import are_allied, representative_seat
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.unknown_cards import UnnamedCardError


class EpicVerb(ActionType[EpicState]):
    """One verb of answers in Epic.

    Attributes:
        joint: whether team-mates do it as one: whoever says it, it is their side that does it (I-112).
        asks: the parts of a text that ask for an answer with it.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        shape: Shape,
        does: str = "",
        *,
        joint: bool = False,
        asks: tuple[type, ...] = (),
    ) -> None:
        super().__init__(name, kind, shape, does)
        self.joint: Final = joint
        self.asks: Final = asks

    def is_joint(self, decision: Decision | None) -> bool:
        """Whether a side answers ``decision`` with it as one."""
        return self.joint

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return one of the legal answers, drawn by chance.

        Raises:
            UnnamedCardError: every answer would show an unknown card.
        """
        options = list(self.legal(state, decision))
        if not options:
            raise UnnamedCardError("every answer shows an unknown card, which has to be named first")
        return choose_one(chance, options)

    def canonical(self, state: EpicState, action: Action) -> Action:
        """Return the answer of the side where it is one, with those references that stand for all alike."""
        decision = state.pending
        if state.variant.shared and self.is_joint(decision):
            action = self.jointly(state, action)
        if not action.refs or decision is None or action.seat >= len(state.seats):
            return action
        refs = self.alike(state, decision, action)
        if refs == action.refs:
            return action
        return Action(action.seat, action.verb, refs, action.option, action.amounts)

    def jointly(self, state: EpicState, action: Action) -> Action:
        """Return what a member of a team says for all of it as said by the seat that stands for the team."""
        if not 0 <= action.seat < len(state.seats):
            return action
        return Action(representative_seat(state, action.seat), action.verb, action.refs, action.option, action.amounts)

    def alike(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the references that stand for those of ``answer``, of which there is one at least."""
        return action.refs

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield why an illegal answer cannot be carried out either; by default nothing is in its way."""
        return iter(())

    def moment(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield why the moment for it is not there, where no ability could have asked for it at a play."""
        return iter(())


def absent_champions(state: EpicState, seat: int, refs: tuple[int, ...]) -> Iterator[str]:
    """Yield which champions are not in play, or not under the control of the side of ``seat``."""
    for oid in refs:
        champion = state.find(oid)
        if champion is None:
            yield f"{display_name(state, oid)} is not in play."
        elif not are_allied(state, champion.controller, seat):
            yield f"{player_name(state, seat)} does not control {display_name(state, oid)}."
