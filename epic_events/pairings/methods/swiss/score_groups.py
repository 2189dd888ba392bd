"""Pairing a large field by its score groups: small groups are weighed exactly, large ones are drawn on.

Somebody in a large group can nearly always be exchanged for somebody else with the same points. So the problem is
first solved with every large group as a *pool* of jokers that nobody has met. That relaxed problem has a solution that
no real pairing can undercut, and it is small:

- where two players of a pool meet two who could as well meet each other, the two of the pool and the other two are
  better paired among themselves (squares are convex). So the partners of a pool on one side have all met one another,
  or are a single one: a pool needs no more jokers than that;
- for the same reason no pair reaches across a pool, so the field falls into *segments* between pools, each a matching
  of a few dozen players; how many have to leave a pool downwards is even or odd with the number of players above.

Then real players take the places of the jokers. If that succeeds (in a real Swiss nearly always at once) the pairing
costs what the relaxed one does on the first four levels, so it is the optimum there, and it says so. Where it does not,
the group concerned is treated as small and everything is solved again, a bounded number of times.
"""

from collections import Counter

from epic_events.pairings.methods.swiss.candidate import Candidate
from epic_events.pairings.methods.swiss.drawing import replace_wildcards
from epic_events.pairings.methods.swiss.field import Field
from epic_events.pairings.methods.swiss.segments import Group, Plan
from epic_events.pairings.methods.swiss.values import Cost, Method

POOL_FROM = 12
"""Players from which a score group can be a pool."""

MAX_ATTEMPTS = 8
"""How often a group that could not be drawn on is weighed exactly instead."""

_PROVEN = 4  # through the squared gaps

_CROWDED = 3  # who has met a third of the own group is weighed exactly; the others find somebody


def pair_by_score_groups(field: Field, pool_from: int = POOL_FROM) -> Candidate | None:
    """Return a pairing that is optimal through the level of the gaps; None where the way does not lead there.

    Args:
        field: the round.
        pool_from: players from which a score group can be a pool.
    """
    met = _conflicts_by_player(field)
    small: set[int] = set()
    for _ in range(MAX_ATTEMPTS):
        groups = _groups(field, met, small, pool_from)
        plan = Plan.of(field, groups, met)
        solution = plan.solve()
        if solution is None:
            return None
        drawn = replace_wildcards(field, groups, solution.edges, plan.closed)
        if not isinstance(drawn, list):
            small.add(drawn)
            continue
        cost, bound = field.cost(drawn), Cost(*solution.total)
        if cost.key()[:_PROVEN] == bound.key()[:_PROVEN]:
            return Candidate(drawn, cost, bound, Method.SCORE_GROUPS)
        small.update(range(len(groups)))
    return None


def has_pool(field: Field) -> bool:
    """Whether some score group is large enough to be drawn on."""
    return any(size >= POOL_FROM for size in Counter(field.points).values())


def _conflicts_by_player(field: Field) -> list[list[int]]:
    """Return for each player whom they have met or may not meet."""
    met: list[list[int]] = [[] for _ in field.ids]
    for a, b in field.met:
        met[a].append(b)
        met[b].append(a)
    for a, b in field.forbidden:
        if b != field.bye and (a, b) not in field.met:
            met[a].append(b)
            met[b].append(a)
    return met


def _groups(field: Field, met: list[list[int]], small: set[int], pool_from: int) -> list[Group]:
    """Return the score groups, each with those weighed exactly and the pool of the others."""
    groups = []
    for number, members in enumerate(field.groups()):
        points = field.points[members[0]]
        most = len(members) // _CROWDED
        crowded = [at for at in members if sum(field.points[b] == points for b in met[at]) > most]
        if number in small or len(members) < pool_from or 2 * len(crowded) > len(members):
            crowded = members
        alone = set(crowded)
        groups.append(Group(number, points, crowded, [at for at in members if at not in alone]))
    return groups
