"""Swiss pairing: the best pairing of a whole field, and the same for the same seed.

Source: the proposed engine of the project's tournament design. Everyone is paired exactly once; among all such
pairings the one chosen minimises, each level before the next:

1. hard rules broken (pairs the organiser forbids),
2. second byes (the number of byes that the bye's player has had already),
3. the sum of the squared numbers of earlier meetings of the pairs, so that repeated meetings spread,
4. the sum of squared gaps in match points; the bye is a virtual opponent one win below the lowest score,
5. repeated pair-downs (how often those who are paired down were paired down before),
6. repeated pair-ups, likewise,
7. pairs the organiser would rather not see,
8. chance, drawn from the stored seed.

A ladder of methods finds it; every rung ends, and the last one cannot fail:

- fewer than :data:`CUT_FROM` players: every possible pair is weighed at once (:mod:`.found`), the optimum;
- up to :data:`WHOLE_FIELD` players the field is cut first, by score groups or in a line, which takes a fiftieth of the
  time; only where that does not prove the optimum on every level, every possible pair is weighed after all;
- above, :mod:`.score_groups` solves the small groups exactly and draws on the large ones as long as they last; it
  proves its own optimum, or gives up;
- then :mod:`.line` weighs whom each player could meet by whom they have met, and cuts the field where nobody crosses:
  the way of fields in which few have the same score, proven likewise, or given up;
- then :mod:`.slices` cuts the field into pieces that are each weighed whole, and mends the seams;
- where that breaks a rule and the field is not too large, the whole field is weighed after all.

What a pairing cannot be undercut by is its ``bound``; the distance to it is what is not proven.
"""

from collections.abc import Collection, Iterable

from epic_events.pairings.methods.swiss import matching
from epic_events.pairings.methods.swiss.candidate import Candidate, whole_field
from epic_events.pairings.methods.swiss.field import Field, PairingHistory, random_bits
from epic_events.pairings.methods.swiss.score_groups import has_pool, pair_by_score_groups
from epic_events.pairings.methods.swiss.score_line import pair_by_score_line
from epic_events.pairings.methods.swiss.score_windows import pair_by_score_windows
from epic_events.pairings.methods.swiss.values import (
    LEVELS,
    WIN_POINTS,
    Bye,
    Cost,
    Entrant,
    Float,
    Method,
    Pair,
    Pairing,
    PlayerPair,
    Reason,
    ReasonKind,
)

__all__ = [
    "CUT_FROM",
    "LEVELS",
    "WHOLE_FIELD",
    "WIN_POINTS",
    "Bye",
    "Cost",
    "Entrant",
    "Float",
    "Method",
    "Pair",
    "Pairing",
    "PlayerPair",
    "Reason",
    "ReasonKind",
    "pair",
    "random_bits",
]

WHOLE_FIELD = 256
"""Players up to which every possible pair is weighed where nothing quicker proves the optimum on every level."""

CUT_FROM = 64
"""Players from which cutting a field takes less time than weighing every possible pair."""

_MIN_LINE_SAVING = 8  # the line is quicker while it leaves at most this part of all couples to be weighed

LAST_RESORT = 1024
"""The same where the fast matching is there; without it, four minutes would pass."""

_RULES = 3  # how many levels, from the first, are rules rather than wishes


def pair(
    entrants: Iterable[Entrant],
    history: Iterable[PlayerPair],
    *,
    seed: int,
    forbidden: Collection[PlayerPair] = (),
    avoided: Collection[PlayerPair] = (),
    floats: Iterable[tuple[int, Float]] = (),
    win_points: int = WIN_POINTS,
    whole_field_up_to: int = WHOLE_FIELD,
) -> Pairing:
    """Return the best pairing of the entrants.

    Args:
        entrants: the players to pair, in any order.
        history: who met whom in earlier rounds, once per meeting; ``(player, None)`` is a bye. Players who are no
            longer in the field may appear.
        seed: decides between pairings that are equal otherwise; the same seed gives the same pairing anywhere.
        forbidden: pairs never to be made while there is any other way; ``(player, None)`` forbids the bye.
        avoided: pairs not to be made where everything more important is equal; ``(player, None)`` is the bye.
        floats: who was paired down or up in an earlier round, once per time.
        win_points: match points for a win: so far below the lowest score lies the virtual opponent of the bye.
        whole_field_up_to: players up to which the whole field is weighed where nothing else proves the optimum.

    Raises:
        ValueError: an id appears twice among the entrants.
    """
    field = Field.read(entrants, PairingHistory(history, floats, forbidden, avoided), seed=seed, win_points=win_points)
    found = _find_pairing(field, whole_field_up_to)
    pairs, bye = field.as_pairs(found.edges)
    return Pairing(pairs, bye, found.cost, found.method, found.bound)


def _find_pairing(field: Field, whole_field_up_to: int) -> Candidate:
    if field.bye <= whole_field_up_to:
        found = _pair_by_parts(field) if field.bye >= CUT_FROM else None
        return found if found is not None and found.proven else whole_field(field)
    found = pair_by_score_groups(field) or pair_by_score_line(field)
    if found is None:
        found = pair_by_score_windows(field)
        if found.cost.key()[:_RULES] != found.bound.key()[:_RULES] and field.bye <= last_resort():
            return whole_field(field)
    return found


def _pair_by_parts(field: Field) -> Candidate | None:
    """Return a pairing by the way that suits the scores of a field; None where it leads nowhere or takes too long."""
    if has_pool(field):
        return pair_by_score_groups(field)
    return pair_by_score_line(field, most_edges=field.bye**2 // _MIN_LINE_SAVING)


def last_resort() -> int:
    """Return up to how many players the whole field is weighed when nothing else kept the rules."""
    return LAST_RESORT if matching.HAVE_RUSTWORKX else WHOLE_FIELD
