"""Pairing of a large field by score groups.

Small groups are solved exactly, large ones are pools.

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
from collections.abc import Collection, Iterable, Sequence

from epic_events.pairings.methods.swiss.candidate import Candidate, best_among
from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge
from epic_events.pairings.methods.swiss.segments import Group, Plan
from epic_events.pairings.methods.swiss.values import Cost, Method

MAX_GROUP_WEIGHED = 256
"""Maximum size of a group for which every pair is weighed if exchanges leave conflicts."""

_BAD, _AVOIDED = 2, 1


def pair_score_group(field: Field, members: Sequence[int]) -> list[Edge] | None:
    """Pair an even number of players with equal points.

    Forbidden pairs and rematches are excluded.

    Args:
        field: the field.
        members: player indices in random order; neighbours are paired unless they conflict.

    Returns:
        The pairs; None if no pairing without conflicts was found.
    """
    pairs = [edge_of(a, b) for a, b in zip(members[::2], members[1::2], strict=True)]
    if field.avoided:
        trouble = [at for at, edge in enumerate(pairs) if _conflict(field, edge)]
    else:
        met, forbidden = field.met, field.forbidden
        trouble = [at for at, edge in enumerate(pairs) if edge in met or edge in forbidden]
    for at in trouble:
        _exchange(field, pairs, at)
    if any(field.is_conflict(pairs[at]) for at in trouble):
        weighed = best_among(field, members) if len(members) <= MAX_GROUP_WEIGHED else None
        if weighed is None or any(field.is_conflict(edge) for edge in weighed):
            return None
        return weighed
    return pairs


def _conflict(field: Field, edge: Edge) -> int:
    return _BAD if field.is_conflict(edge) else _AVOIDED if edge in field.avoided else 0


def _exchange(field: Field, pairs: list[Edge], at: int) -> None:
    """Resolve the conflict of a pair by exchanging partners.

    The first pair that allows it is used.
    """
    least = _conflict(field, pairs[at])
    best: tuple[int, Edge, Edge] | None = None
    a, b = pairs[at]
    for step in range(1, len(pairs)):
        if not least:
            break
        other = (at + step) % len(pairs)
        c, d = pairs[other]
        standing = _conflict(field, pairs[other])
        for one, two in ((edge_of(a, c), edge_of(b, d)), (edge_of(a, d), edge_of(b, c))):
            # An existing conflict of the other pair does not rule out the exchange.
            conflict = max(_conflict(field, one), _conflict(field, two))
            if conflict < least and conflict <= standing:
                best, least = (other, one, two), conflict
    if best is not None:
        pairs[at], pairs[best[0]] = best[1], best[2]


_FLOATERS_TRIED = 8  # players of a pool for whom a partner in another pool is searched


class _NoPartnerError(Exception):
    """No player left in a pool may meet a given player."""

    def __init__(self, group: int) -> None:
        self.group = group


def replace_wildcards(
    field: Field, groups: list[Group], solution: Iterable[Edge], closed: Collection[tuple[int, int]]
) -> list[Edge] | int:
    """Return a complete pairing for a solution with wildcards.

    If a group fails, return its number.

    Args:
        field: the field.
        groups: all score groups; from their pools, players with the fewest floats are drawn first, then at random.
        solution: pairs of players, wildcards and the bye.
        closed: pairs of player and group number where the player has met the whole pool, so that a conflict is
        allowed.
    """
    pools = {group.wildcard: list(group.pool) for group in groups}
    drawn_edges: list[Edge] = []
    try:
        for u, v in sorted(solution, key=lambda edge: (max(edge) != field.bye, max(edge) < 0, edge)):
            drawn_edges.append(_draw_pair(field, pools, closed, *sorted((u, v))))
        for group in groups:
            pool = pools[group.wildcard]
            pairs = pair_score_group(field, pool)
            if pairs is None:
                return group.number
            drawn_edges += pairs
    except _NoPartnerError as dry:
        return dry.group
    return sorted(drawn_edges)


def _draw_pair(field: Field, pools: dict[int, list[int]], closed: Collection[tuple[int, int]], u: int, v: int) -> Edge:
    """Replace the wildcards of an edge by players and remove them from their pools."""
    if u >= 0:
        return (u, v)
    pool = pools[u]
    if v == field.bye:
        if not pool:
            raise _NoPartnerError(~u)
        lucky = min(pool, key=lambda at: field.levels(at, v))
        pool.remove(lucky)
        return (lucky, v)
    if v >= 0:
        partner = _find_partner(field, pool, v, closed=(v, ~u) in closed)
        if partner is None:
            raise _NoPartnerError(~u)
        pool.remove(partner)
        return edge_of(partner, v)
    return _draw_floaters(field, pools, max(u, v), min(u, v))


def _find_partner(field: Field, pool: list[int], player: int, *, closed: bool = False) -> int | None:
    """Return the cheapest allowed partner for a player in a pool.

    The first among equals.
    """
    best, least = None, None
    for at in pool:
        edge = edge_of(player, at)
        if field.is_conflict(edge) and not closed:
            continue
        cost = field.levels(*edge)
        if least is None or cost < least:
            best, least = at, cost
            if not (field.downs[at] or field.ups[at] or cost[0] or cost[2] or cost[6]):
                break
    return best


def _draw_floaters(field: Field, pools: dict[int, list[int]], above: int, below: int) -> Edge:
    """Draw a pair of players from two pools, given their wildcards."""
    best: tuple[tuple[int, ...], Edge] | None = None
    for upper in sorted(pools[above], key=lambda at: field.downs[at])[:_FLOATERS_TRIED]:
        lower = _find_partner(field, pools[below], upper)
        if lower is None:
            continue
        cost = field.levels(*edge_of(upper, lower))
        if best is None or cost < best[0]:
            best = (cost, (upper, lower))
        if not any(cost[5:]):  # no conflict, and later players were not paired down less often
            break
    if best is None:
        raise _NoPartnerError(~above if len(pools[above]) <= len(pools[below]) else ~below)
    upper, lower = best[1]
    pools[above].remove(upper)
    pools[below].remove(lower)
    return edge_of(upper, lower)


POOL_FROM = 12
"""Minimum size of a score group that can be a pool."""

MAX_ATTEMPTS = 8
"""Maximum number of attempts; each one treats one more group as small."""

_PROVEN = 4  # levels up to the squared gaps

_CROWDED = 3  # players who have met a third of their group are weighed exactly; others find opponents


def pair_by_score_groups(field: Field, pool_from: int = POOL_FROM) -> Candidate | None:
    """Return a pairing that is optimal up to the level of gaps.

    None if this method fails.

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
