"""What the verbs of somebody with initiative have in common: making a play, attacking, passing (3.1, 4.1)."""

import random
from collections.abc import Iterable, Iterator

from rules.engine.decision import Action, Decision
from rules.epic.actions.action_type import EpicVerb
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState


class TurnVerb(EpicVerb):
    """A verb of whoever has initiative."""

    def legal_of(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return what ``seat`` may do with it."""
        raise NotImplementedError(f"nothing says what is legal with {self.name!r}")

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield what the side that is asked may do with it."""
        for member in (decision.seat,) if self.joint else side_members(state, decision.seat):
            yield from self.legal_of(state, member)

    def attempt(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return something that ``seat``, or ``member`` of its team, may do with it, drawn by chance."""
        raise NotImplementedError(f"nothing draws {self.name!r}")

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield that nobody can do anything of their own now, or what is in its way in particular."""
        if action.seat < 0 or state.seats[action.seat].out:
            yield "That is no player in the game."
        elif state.phase not in {"main", "battle"}:
            yield "Nobody may make a play in this phase."
        else:
            yield from self.hindrances(state, action)

    def hindrances(self, state: EpicState, action: Action) -> Iterator[str]:
        """Yield what is in its way in particular; by default nothing."""
        return iter(())

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return what is waited for."""
        return "makes a play or passes"
