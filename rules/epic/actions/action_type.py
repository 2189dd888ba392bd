"""Base class of Epic action types."""

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


class EpicActionType(ActionType[EpicState]):
    """An action type of Epic.

    Attributes:
        joint: whether team-mates take such an action together, as one side (I-112).
        asks: node types of card texts that ask for such an action.
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
        """Return True if the players of a side make ``decision`` together."""
        return self.joint

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a random legal action.

        Raises:
            UnnamedCardError: every legal action would show an unknown card.
        """
        options = list(self.legal(state, decision))
        if not options:
            raise UnnamedCardError("every answer shows an unknown card, which has to be named first")
        return choose_one(chance, options)

    def canonical(self, state: EpicState, action: Action) -> Action:
        """Return the canonical form of ``action``.

        It is taken by the seat that represents the side, and refers to representatives of interchangeable cards.
        """
        decision = state.pending
        if state.variant.shared and self.is_joint(decision):
            action = self.as_side_action(state, action)
        if not action.refs or decision is None or action.seat >= len(state.seats):
            return action
        refs = self.representative_refs(state, decision, action)
        if refs == action.refs:
            return action
        return Action(action.seat, action.verb, refs, action.option, action.amounts)

    def as_side_action(self, state: EpicState, action: Action) -> Action:
        """Return ``action`` as taken by the seat that represents the side."""
        if not 0 <= action.seat < len(state.seats):
            return action
        return Action(representative_seat(state, action.seat), action.verb, action.refs, action.option, action.amounts)

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the references of ``action``, replaced by their representatives.

        Representatives stand for interchangeable cards. Empty only if the action has no references.
        """
        return action.refs

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield the reasons why an illegal action cannot be forced; none by default."""
        return iter(())

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield why the action is not possible now, if no ability could have asked for it."""
        return iter(())


def absent_champions(state: EpicState, seat: int, refs: tuple[int, ...]) -> Iterator[str]:
    """Yield a sentence for each champion that the side of ``seat`` does not control."""
    for oid in refs:
        champion = state.find(oid)
        if champion is None:
            yield f"{display_name(state, oid)} is not in play."
        elif not are_allied(state, champion.controller, seat):
            yield f"{player_name(state, seat)} does not control {display_name(state, oid)}."
