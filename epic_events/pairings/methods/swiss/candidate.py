"""Candidate pairings by player index, and the exact method that weighs every pair."""

from collections.abc import Sequence
from dataclasses import dataclass

from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge, Packing, cheapest
from epic_events.pairings.methods.swiss.sparse import SPARSE_FROM, sparse_cheapest
from epic_events.pairings.methods.swiss.values import Cost, Method


@dataclass(frozen=True, slots=True)
class Candidate:
    """A complete pairing: its edges, their cost, and a lower bound of the cost."""

    edges: list[Edge]
    cost: Cost
    bound: Cost
    method: Method

    @property
    def proven(self) -> bool:
        """True if the pairing is proven optimal on every level."""
        return self.cost == self.bound


def best_among(field: Field, members: Sequence[int], excluded: Edge | None = None) -> list[Edge] | None:
    """Return the best pairing of an even number of players; the bye may be the last of them.

    Args:
        field: the field.
        members: indices of the players.
        excluded: a pair that must not be made.

    Returns:
        The pairs; None if the excluded pair leaves no pairing.
    """
    bye = bool(members) and members[-1] == field.bye
    packing = Packing.of(field.max_levels(members[:-1] if bye else members, bye=bye), len(members))
    if excluded is None and len(members) >= SPARSE_FROM:
        matched = sparse_cheapest(field, members, packing)
        if matched is not None:
            return [edge_of(members[a], members[b]) for a, b in matched]
    weighted = field.weighted(members, packing)
    if excluded is not None:
        weighted = [row for row in weighted if {members[row[0]], members[row[1]]} != set(excluded)]
    matched = cheapest(len(members), weighted, packing.bits)
    if matched is None:
        return None
    return [edge_of(members[a], members[b]) for a, b in matched]


def whole_field(field: Field) -> Candidate:
    """Return the optimal pairing by weighing every possible pair."""
    edges = best_among(field, range(field.nodes)) or []
    cost = field.cost(edges)
    return Candidate(edges, cost, cost, Method.WHOLE_FIELD)
