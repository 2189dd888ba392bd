"""Swiss pairing: the best pairing of the whole field, reproducible by a seed.

Every player is paired exactly once. Among all such pairings the chosen one minimises these levels, each before the
next:

1. forbidden pairs,
2. second byes (number of earlier byes of the player with the bye),
3. the sum of squared numbers of earlier meetings, so that rematches spread over the players,
4. the sum of squared gaps in match points; the bye is a virtual opponent one win below the lowest score,
5. repeated pair-downs (number of earlier pair-downs of players who are paired down),
6. repeated pair-ups, likewise,
7. pairs to avoid,
8. random noise from the stored seed.

Methods are tried in this order; each terminates, and the last one always finds a pairing:

- below :data:`CUT_FROM` players, every possible pair is weighed at once (:mod:`.candidate`), which is optimal;
- up to :data:`WHOLE_FIELD` players, the field is split first by score groups or along the score line, which takes a
  fiftieth of the time; every possible pair is weighed only if that does not prove the optimum on every level;
- above, :mod:`.score_groups` solves small score groups exactly and draws players from large ones; it proves the
  optimum or gives up;
- then :mod:`.score_line` derives possible opponents from earlier meetings and splits the field where no pair crosses,
  for fields in which few players have the same score; it proves the optimum or gives up;
- then :func:`.score_line.pair_by_score_windows` pairs slices of the field and repairs conflicts between them;
- if that breaks a rule and the field is not too large, every possible pair is weighed.

The ``bound`` is a lower bound of the cost of any pairing; the pairing is proven optimal where cost and bound agree.
"""

from collections.abc import Collection, Iterable

from epic_events.pairings.methods.swiss import matching
from epic_events.pairings.methods.swiss.candidate import Candidate, whole_field
from epic_events.pairings.methods.swiss.field import Field, PairingHistory, random_bits
from epic_events.pairings.methods.swiss.score_groups import has_pool, pair_by_score_groups
from epic_events.pairings.methods.swiss.score_line import pair_by_score_line, pair_by_score_windows
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
"""Maximum number of players for weighing every pair if faster methods do not prove the optimum on every level."""

CUT_FROM = 64
"""Minimum number of players for which splitting the field is faster than weighing every pair."""

_MIN_LINE_SAVING = 8  # the score line is faster only if at most one in this many pairs remains possible

LAST_RESORT = 1024
"""Maximum number of players for weighing every pair with rustworkx; networkx would take four minutes."""

_RULES = 3  # number of levels, from the first, that are hard rules


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
        entrants: players to pair, in any order.
        history: earlier pairings, one item per meeting; ``(player, None)`` is a bye. Players who are no longer in the
            field may appear.
        seed: random seed that decides between equally good pairings.
        forbidden: pairs to make only if every pairing has one; ``(player, None)`` is the bye.
        avoided: pairs to avoid among otherwise equal pairings; ``(player, None)`` is the bye.
        floats: earlier pair-downs and pair-ups, one item each.
        win_points: match points for a win; the virtual opponent of the bye is that far below the lowest score.
        whole_field_up_to: maximum number of players for which every possible pair is weighed if other methods do
        not prove
            the optimum.

    Raises:
        ValueError: an id appears twice among the entrants.
    """
    field = Field.read(entrants, PairingHistory(history, floats, forbidden, avoided), seed=seed, win_points=win_points)
    pairing = _find_pairing(field, whole_field_up_to)
    pairs, bye = field.as_pairs(pairing.edges)
    return Pairing(pairs, bye, pairing.cost, pairing.method, pairing.bound)


def _find_pairing(field: Field, whole_field_up_to: int) -> Candidate:
    if field.bye <= whole_field_up_to:
        pairing = _pair_by_parts(field) if field.bye >= CUT_FROM else None
        return pairing if pairing is not None and pairing.proven else whole_field(field)
    pairing = pair_by_score_groups(field) or pair_by_score_line(field)
    if pairing is None:
        pairing = pair_by_score_windows(field)
        if pairing.cost.key()[:_RULES] != pairing.bound.key()[:_RULES] and field.bye <= last_resort():
            return whole_field(field)
    return pairing


def _pair_by_parts(field: Field) -> Candidate | None:
    """Pair by score groups or along the score line.

    None if that fails or takes too long.
    """
    if has_pool(field):
        return pair_by_score_groups(field)
    return pair_by_score_line(field, most_edges=field.bye**2 // _MIN_LINE_SAVING)


def last_resort() -> int:
    """Return the maximum number of players for weighing every pair.

    It is done if other methods break rules.
    """
    return LAST_RESORT if matching.HAVE_RUSTWORKX else WHOLE_FIELD
