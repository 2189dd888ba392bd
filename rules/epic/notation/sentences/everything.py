"""Groups of objects, with exceptions.

They are "everything", all champions of one player or all attackers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, split_names
from rules.epic.state import PREPARED, Champion, EpicState


@dataclass(frozen=True, slots=True)
class Everything:
    """A group of objects.

    Attributes:
        kind: a key of ``KINDS``, or ``players``.
        seats: the controllers; empty for all players.
        but: the exceptions, as a canonical list of names.
        number: the stated number of objects; 0 if it is not stated.
        with_players: whether the players belong to the group.
    """

    kind: str = "champions"
    seats: tuple[int, ...] = ()
    but: str = ""
    number: int = 0
    with_players: bool = False

    def objects(self, state: EpicState) -> set[int]:
        """Return the champions in the group."""
        if self.kind == "players":
            return set()
        champions = {
            champion.oid
            for seat, each in enumerate(state.seats)
            for champion in each.champions
            if (not self.seats or seat in self.seats) and KINDS[self.kind](state, champion)
        }
        return champions - self.exceptions(state)

    def exceptions(self, state: EpicState) -> set[int]:
        """Return the excepted champions."""
        names = split_names(state.cards, self.but, lambda _: False) if self.but else []
        return {each.ref for name in names for each in references.matches(state, name, in_play(state))}

    def has_exceptions(self, state: EpicState) -> bool:
        """Return True if every exception would otherwise belong to the group."""
        names = split_names(state.cards, self.but, lambda _: False) if self.but else []
        every = list(replace(self, but="").objects(state))
        return all(len(references.matches(state, name, every)) >= names.count(name) for name in names)

    def players(self, state: EpicState) -> set[int]:
        """Return the players in the group."""
        if self.kind != "players" and not self.with_players:
            return set()
        seats = self.seats or tuple(range(len(state.seats)))
        return {seat for seat in seats if not state.seats[seat].out}


KINDS: Final[Mapping[str, Callable[[EpicState, Champion], bool]]] = {
    "champions": lambda _state, _champion: True,
    "tokens": lambda state, champion: state.table[champion.cid].is_token,
    "0-cost": lambda state, champion: state.table[champion.cid].card.cost == 0,
    "1-cost": lambda state, champion: state.table[champion.cid].card.cost == 1,
    "non-tokens": lambda state, champion: not state.table[champion.cid].is_token,
    "ready": lambda _state, champion: champion.stance == PREPARED,
    "attackers": lambda _state, champion: champion.attacking,
    "blockers": lambda _state, champion: champion.blocking,
}
"""Predicates of kinds of champions."""
