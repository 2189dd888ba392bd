"""Pairing of a large field by score groups: small groups are solved exactly, large ones are pools.

A player in a large group can nearly always be exchanged for another one with the same points. So the problem is first
solved with *wildcards* for the players of each large group, the *pool*, who have no earlier opponents. No real pairing
is better than the solution of this relaxed problem, and it is small:

- if two players of a pool meet two players who could meet each other, pairing both within themselves is better
(squares
  are convex). So the partners of a pool on one side have all met one another, or there is only one: a pool needs no
  more wildcards than that;
- for the same reason no pair reaches across a pool, so the field falls into *segments* between pools, each a matching
  of a few dozen nodes; the parity of the number of players above decides whether an odd number leaves a pool
  downwards.

Then players replace the wildcards. If that succeeds (in real events nearly always at once), the pairing costs the same
as the relaxed solution on the first four levels and is proven optimal there. If it fails for a group, that group is
treated as small and everything is solved again, a limited number of times.
"""

from collections import Counter

from epic_events.pairings.methods.swiss.candidate import Candidate
from epic_events.pairings.methods.swiss.drawing import replace_wildcards
from epic_events.pairings.methods.swiss.field import Field
from epic_events.pairings.methods.swiss.segments import Group, Plan
from epic_events.pairings.methods.swiss.values import Cost, Method

POOL_FROM = 12
"""Minimum size of a score group that can be a pool."""

MAX_ATTEMPTS = 8
"""Maximum number of attempts; each one treats one more group as small."""

_PROVEN = 4  # levels up to the squared gaps

_CROWDED = 3  # players who have met a third of their group are weighed exactly; others find opponents


def pair_by_score_groups(field: Field, pool_from: int = POOL_FROM) -> Candidate | None:
    """Return a pairing that is optimal up to the level of gaps; None if this method fails.

    Args:
        field: the field.
        pool_from: minimum number of players of a pool.
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
    """Return True if a score group is large enough to be a pool."""
    return any(size >= POOL_FROM for size in Counter(field.points).values())


def _conflicts_by_player(field: Field) -> list[list[int]]:
    """Return for each player the players they have met or must not meet."""
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
    """Return the score groups, each divided into exactly weighed players and a pool."""
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
