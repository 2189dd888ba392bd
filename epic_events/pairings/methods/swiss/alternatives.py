"""Alternatives to a pairing: the cost of the round without one of its pairs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import add, sub

from epic_events.pairings.methods.swiss.candidate import best_among
from epic_events.pairings.methods.swiss.field import Field, edge_of
from epic_events.pairings.methods.swiss.matching import Edge
from epic_events.pairings.methods.swiss.values import PlayerPair

MAX_PLAYERS_WEIGHED = 256
"""Maximum number of players for which all other pairings are considered, not just exchanges with one table."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best pairing of the round without a given pair.

    Attributes:
        pairs: the pairs that the two players have in it, by id; ``(player, None)`` is a bye.
        difference: additional cost on each level; it would have been better if the first nonzero level is negative.
        whole_field: True if all pairings were considered, False for exchanges with one other table.
    """

    pairs: tuple[PlayerPair, ...]
    difference: tuple[int, ...]
    whole_field: bool


def best_alternative(field: Field, round_pairs: Iterable[PlayerPair], player_pair: PlayerPair) -> Alternative | None:
    """Return the best pairing of a round without one of its pairs.

    None if there is none.

    Args:
        field: the field of the round.
        round_pairs: all pairs of the round.
        player_pair: the pair to do without.
    """
    index: dict[int | None, int] = {pk: at for at, pk in enumerate(field.ids)}
    index[None] = field.bye
    edges = [edge_of(index[a], index[b]) for a, b in round_pairs]
    two = (index[player_pair[0]], index[player_pair[1]])
    edge = edge_of(*two)
    if field.bye > MAX_PLAYERS_WEIGHED:
        return _exchange(field, edges, two)
    others = best_among(field, range(field.nodes), excluded=edge)
    if others is None:
        return None
    difference = field.cost(others).minus(field.cost(edges))
    return Alternative(_pairs_with(field, others, two), difference, whole_field=True)


def _exchange(field: Field, edges: Sequence[Edge], two: tuple[int, int]) -> Alternative | None:
    """Return the cheapest exchange of partners with another pair."""
    best = min(_exchanges(field, edges, edge_of(*two)), default=None)
    if best is None:
        return None
    difference, _noise, pairs = best
    return Alternative(_pairs_with(field, pairs, two), difference, whole_field=False)


def _exchanges(
    field: Field, edges: Sequence[Edge], edge: Edge
) -> Iterator[tuple[tuple[int, ...], int, tuple[Edge, Edge]]]:
    a, b = edge
    now = field.levels(a, b)
    for c, d in edges:
        if (c, d) == edge:
            continue
        score_group_info = tuple(map(add, now, field.levels(c, d)))
        for pairs in ((edge_of(a, c), edge_of(b, d)), (edge_of(a, d), edge_of(b, c))):
            cost = tuple(map(add, field.levels(*pairs[0]), field.levels(*pairs[1])))
            yield tuple(map(sub, cost, score_group_info)), field.noise(*pairs[0]), pairs


def _pairs_with(field: Field, edges: Iterable[Edge], two: tuple[int, int]) -> tuple[PlayerPair, ...]:
    """Return the pairs of the two players, by id, with the given player first."""
    pairs: list[PlayerPair] = []
    for at in (at for at in two if at != field.bye):
        for a, b in edges:
            if at in (a, b):
                other = b if at == a else a
                pairs.append((field.ids[at], None if other == field.bye else field.ids[other]))
    return tuple(pairs)


@dataclass(frozen=True, slots=True)
class ScoreGroupInfo:
    """A player's score group when the round was paired.

    Attributes:
        player: id of the player.
        points: match points.
        level: number of other players with the same points.
        open: number of those whom the player had not met.
    """

    player: int
    points: int
    level: int
    open: int


def score_group_info(field: Field, player: int) -> ScoreGroupInfo:
    """Return facts about a player's score group."""
    at = field.ids.index(player)
    level = [b for b in range(field.bye) if b != at and field.points[b] == field.points[at]]
    fresh = sum(edge_of(at, b) not in field.met for b in level)
    return ScoreGroupInfo(player, field.points[at], len(level), fresh)
