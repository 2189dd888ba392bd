"""Replacement of wildcards by players, and pairing of the remaining players of each pool."""

from collections.abc import Collection, Iterable

from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge
from epic_events.pairings.methods.swiss.score_group import pair_score_group
from epic_events.pairings.methods.swiss.segments import Group

_FLOATERS_TRIED = 8  # players of a pool for whom a partner in another pool is searched


class _NoPartnerError(Exception):
    """No player left in a pool may meet a given player."""

    def __init__(self, group: int) -> None:
        self.group = group


def replace_wildcards(
    field: Field, groups: list[Group], solution: Iterable[Edge], closed: Collection[tuple[int, int]]
) -> list[Edge] | int:
    """Return a complete pairing for a solution with wildcards, or the number of a group that fails.

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
    """Return the cheapest allowed partner for a player in a pool, the first among equals."""
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
