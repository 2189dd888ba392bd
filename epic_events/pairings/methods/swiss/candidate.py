"""A pairing by index on its way through the ladder of methods, and the ways that weigh every pair of some players."""

from collections.abc import Sequence
from dataclasses import dataclass

from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge, Packing, cheapest
from epic_events.pairings.methods.swiss.values import Cost, Method


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pairing of everybody: its edges, what they cost, and what none can undercut."""

    edges: list[Edge]
    cost: Cost
    bound: Cost
    method: Method

    @property
    def proven(self) -> bool:
        """Whether no pairing is better on any level."""
        return self.cost == self.bound


def best_among(field: Field, members: Sequence[int], excluded: Edge | None = None) -> list[Edge] | None:
    """Return the best pairing of an even number of players (the bye may be the last of them).

    Args:
        field: the round.
        members: indices into the field.
        without: a pair that must not be made.

    Returns:
        The pairs; None where leaving one out leaves no way.
    """
    bye = bool(members) and members[-1] == field.bye
    packing = Packing.of(field.max_levels(members[:-1] if bye else members, bye=bye), len(members))
    weighted = field.weighted(members, packing)
    if excluded is not None:
        weighted = [row for row in weighted if {members[row[0]], members[row[1]]} != set(excluded)]
    matched = cheapest(len(members), weighted, packing.bits)
    if matched is None:
        return None
    return [edge_of(members[a], members[b]) for a, b in matched]


def whole_field(field: Field) -> Candidate:
    """Return the optimum: every pair there can be is weighed."""
    edges = best_among(field, range(field.nodes)) or []
    cost = field.cost(edges)
    return Candidate(edges, cost, cost, Method.WHOLE_FIELD)
