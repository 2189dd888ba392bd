"""Base class of actions of the player with initiative (3.1, 4.1)."""

import random
from collections.abc import Iterable, Iterator

from rules.engine.decision import Action, Decision
from rules.epic.actions.action_type import EpicActionType
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState


class InitiativeActionType(EpicActionType):
    """Base class of action types of the player with initiative."""

    def legal_for(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return the legal actions of ``seat``."""
        raise NotImplementedError(f"nothing says what is legal with {self.name!r}")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield the legal actions of all members of the side."""
        for member in (decision.seat,) if self.joint else side_members(state, decision.seat):
            yield from self.legal_for(state, member)

    def sample_for(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return a random legal action of ``seat``, or ``None``.

        ``member`` is the team member of the side whose cards are used.
        """
        raise NotImplementedError(f"nothing draws {self.name!r}")

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield why the action cannot be forced: no play is possible, or specific reasons."""
        if action.seat < 0 or state.seats[action.seat].out:
            yield "That player is not in the game."
        elif state.phase not in {"main", "battle"}:
            yield "No player may make a play in this phase."
        else:
            yield from self.specific_impossibilities(state, action)

    def specific_impossibilities(self, state: EpicState, action: Action) -> Iterator[str]:
        """Yield why an action of this type cannot be forced; nothing by default."""
        return iter(())

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of the action that the player with initiative may take."""
        return "makes a play or passes"
