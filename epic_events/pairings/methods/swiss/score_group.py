"""Pairing players of one score group among themselves: shuffled by chance, conflicts exchanged away."""

from collections.abc import Sequence

from epic_events.pairings.methods.swiss.candidate import best_among
from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge

MAX_GROUP_WEIGHED = 256
"""Players up to which a group that exchanges cannot free of conflicts is weighed whole."""

_BAD, _AVOIDED = 2, 1


def pair_score_group(field: Field, members: Sequence[int]) -> list[Edge] | None:
    """Return pairs of an even number of players with the same points, none of them forbidden or a rematch.

    Args:
        field: the round.
        members: indices in the order that chance gave them; neighbours are paired where nothing speaks against it.

    Returns:
        The pairs; None where no way without a forbidden pair or a rematch was found.
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
    """Free one pair of its conflict by exchanging partners with the first other pair that allows it."""
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
            # What the other pair already had in the way is not held against the exchange.
            conflict = max(_conflict(field, one), _conflict(field, two))
            if conflict < least and conflict <= standing:
                best, least = (other, one, two), conflict
    if best is not None:
        pairs[at], pairs[best[0]] = best[1], best[2]
