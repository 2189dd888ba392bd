"""Pairing within one score group: shuffled, then conflicts are exchanged away."""

from collections.abc import Sequence

from epic_events.pairings.methods.swiss.candidate import best_among
from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge

MAX_GROUP_WEIGHED = 256
"""Maximum size of a group for which every pair is weighed if exchanges leave conflicts."""

_BAD, _AVOIDED = 2, 1


def pair_score_group(field: Field, members: Sequence[int]) -> list[Edge] | None:
    """Pair an even number of players with equal points, without forbidden pairs and rematches.

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
    """Resolve the conflict of a pair by exchanging partners with the first pair that allows it."""
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
