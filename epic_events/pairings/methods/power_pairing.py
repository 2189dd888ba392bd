"""Power pairing: by standing, the first against the second, the third against the fourth, avoiding rematches.

Used in the last Swiss rounds, where the best placed are to meet. It is the Swiss pairing of :mod:`.swiss` with places
for match points: the same levels in the same order, found by the same ladder of methods, bounded in time alike. The
gaps are distances in the standings, and the bye is a virtual opponent one place below the last. Nobody is a pair-down
or a pair-up where nobody has anybody's place, so the levels of the floats stay empty.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from epic_events.pairings.methods.swiss import Bye, Entrant, Pair, Pairing, PlayerPair, Reason, ReasonKind, pair

_ABOUT_POINTS = frozenset(
    {ReasonKind.SAME_POINTS, ReasonKind.PAIR_DOWN, ReasonKind.BYE_LOWEST, ReasonKind.BYE_ABOVE_LOWEST}
)
"""Reasons that would speak of places as if they were match points."""


@dataclass(frozen=True, slots=True)
class PowerPair:
    """Two players who meet, the better placed first.

    Attributes:
        first: the better placed.
        second: the other.
        places: the place of each among those who are paired, from 1.
        reasons: that they are paired by standing, and what is out of the ordinary.
    """

    first: int
    second: int
    places: tuple[int, int]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class PowerPairing:
    """A round by standing: pairs in the order of the standings, and the player with the bye, if any.

    Attributes:
        pairs: everybody but the bye's player, exactly once.
        bye: for an odd number of players, and what is out of the ordinary about it.
        found: the pairing with places for points: what it costs, how it was found, how far it is proven.
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
    """Pair players by their standing.

    Args:
        standing: the players, best first, without ties.
        history: who met whom, once per meeting; ``(player, None)`` is a bye.
        seed: decides between pairings that are equal otherwise.
        forbidden: pairs never to be made while there is any other way.
        avoided: pairs not to be made where everything more important is equal.

    Raises:
        ValueError: a player appears twice.
    """
    place = {player: number for number, player in enumerate(standing, 1)}
    entrants = [Entrant(player, -number) for number, player in enumerate(standing)]
    found = pair(entrants, history, seed=seed, forbidden=forbidden, avoided=avoided, win_points=1)
    pairs = tuple(
        _power_pair(player_pair, place[player_pair.first], place[player_pair.second]) for player_pair in found.pairs
    )
    bye = None if found.bye is None else Bye(found.bye.player, _told(found.bye.reasons))
    return PowerPairing(pairs, bye, found)


def _power_pair(player_pair: Pair, first: int, second: int) -> PowerPair:
    reasons = (Reason(ReasonKind.BY_STANDING, first), *_told(player_pair.reasons))
    return PowerPair(player_pair.first, player_pair.second, (first, second), reasons)


def _told(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if reason.kind not in _ABOUT_POINTS)
