"""All champions, all of one player's, all attackers: what "everything" means in a sentence, and its exceptions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, split_names
from rules.epic.state import PREPARED, Champion, EpicState


@dataclass(frozen=True, slots=True)
class Everything:
    """All things of a kind.

    Attributes:
        kind: a key of ``KINDS``, or ``players``.
        seats: whose they are; empty for everyone's.
        but: the exceptions, as a canonical list of names.
        number: how many there are said to be; 0 where that is not said.
        with_players: whether the players are meant too.
    """

    kind: str = "champions"
    seats: tuple[int, ...] = ()
    but: str = ""
    number: int = 0
    with_players: bool = False

    def objects(self, state: EpicState) -> set[int]:
        """Return the champions that are meant in a game."""
        if self.kind == "players":
            return set()
        found = {
            champion.oid
            for seat, each in enumerate(state.seats)
            for champion in each.champions
            if (not self.seats or seat in self.seats) and KINDS[self.kind](state, champion)
        }
        return found - self.exceptions(state)

    def exceptions(self, state: EpicState) -> set[int]:
        """Return the champions that are excepted."""
        names = split_names(state.cards, self.but, lambda _: False) if self.but else []
        return {each.ref for name in names for each in references.matches(state, name, in_play(state))}

    def has_exceptions(self, state: EpicState) -> bool:
        """Return True if everything that is excepted would be meant otherwise."""
        names = split_names(state.cards, self.but, lambda _: False) if self.but else []
        every = list(replace(self, but="").objects(state))
        return all(len(references.matches(state, name, every)) >= names.count(name) for name in names)

    def players(self, state: EpicState) -> set[int]:
        """Return the players that are meant."""
        if self.kind != "players" and not self.with_players:
            return set()
        seats = self.seats or tuple(range(len(state.seats)))
        return {seat for seat in seats if not state.seats[seat].out}


KINDS: Final[Mapping[str, Callable[[EpicState, Champion], bool]]] = {
    "champions": lambda _state, _champion: True,
    "tokens": lambda state, champion: state.table[champion.cid].is_token,
    "ready": lambda _state, champion: champion.stance == PREPARED,
    "attackers": lambda _state, champion: champion.attacking,
    "blockers": lambda _state, champion: champion.blocking,
}
"""Which champions are of a kind."""
