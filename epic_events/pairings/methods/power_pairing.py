"""Power pairing by standings: rank 1 against 2, 3 against 4, avoiding rematches.

Used in the last Swiss rounds. It is the Swiss pairing of :mod:`.swiss` with ranks instead of match points: the same
cost levels, the same methods and the same time limits. Gaps are differences in rank, and the bye is a virtual opponent
one rank below the last. No two players have the same rank, so the levels of repeated pair-downs and pair-ups are zero.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from epic_events.pairings.methods.swiss import Bye, Entrant, Pair, Pairing, PlayerPair, Reason, ReasonKind, pair

_ABOUT_POINTS = frozenset(
    {ReasonKind.SAME_POINTS, ReasonKind.PAIR_DOWN, ReasonKind.BYE_LOWEST, ReasonKind.BYE_ABOVE_LOWEST}
)
"""Reasons that refer to match points, which power pairing does not use."""


@dataclass(frozen=True, slots=True)
class PowerPair:
    """A pairing of two players, the higher-ranked one first.

    Attributes:
        first: id of the higher-ranked player.
        second: id of the lower-ranked player.
        places: their ranks among the paired players, from 1.
        reasons: power pairing, and unusual facts such as a rematch.
    """

    first: int
    second: int
    places: tuple[int, int]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class PowerPairing:
    """A round paired by standings, with the bye if the number of players is odd.

    Attributes:
        pairs: pairings in the order of the standings.
        bye: the bye with unusual facts about it; None if the number of players is even.
        found: the Swiss pairing it was computed as, with its cost and lower bound.
    """

    pairs: tuple[PowerPair, ...]
    bye: Bye | None
    found: Pairing


def power_pair(
    standing: Sequence[int],
    history: Iterable[PlayerPair],
    *,
    seed: int = 0,
    forbidden: Collection[PlayerPair] = (),
    avoided: Collection[PlayerPair] = (),
) -> PowerPairing:
    """Pair players by standings.

    Args:
        standing: players, best first, without ties.
        history: earlier pairings, one item per meeting; ``(player, None)`` is a bye.
        seed: random seed that decides between equally good pairings.
        forbidden: pairs to make only if every pairing has one.
        avoided: pairs to avoid among otherwise equal pairings.

    Raises:
        ValueError: a player appears twice.
    """
    place = {player: number for number, player in enumerate(standing, 1)}
    entrants = [Entrant(player, -number) for number, player in enumerate(standing)]
    pairing = pair(entrants, history, seed=seed, forbidden=forbidden, avoided=avoided, win_points=1)
    pairs = tuple(
        _power_pair(player_pair, place[player_pair.first], place[player_pair.second]) for player_pair in pairing.pairs
    )
    bye = None if pairing.bye is None else Bye(pairing.bye.player, _without_point_reasons(pairing.bye.reasons))
    return PowerPairing(pairs, bye, pairing)


def _power_pair(player_pair: Pair, first: int, second: int) -> PowerPair:
    reasons = (Reason(ReasonKind.BY_STANDING, first), *_without_point_reasons(player_pair.reasons))
    return PowerPair(player_pair.first, player_pair.second, (first, second), reasons)


def _without_point_reasons(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if reason.kind not in _ABOUT_POINTS)
