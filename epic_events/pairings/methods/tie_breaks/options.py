"""What an organiser can set on a tie-breaker: floors, ceilings, byes and draws."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Byes(StrEnum):
    """Whether rounds with a bye count."""

    IN = "in"
    OUT = "out"


class Draws(StrEnum):
    """What a draw counts in a share of matches won."""

    POINTS = "points"
    """Its match points of those of a win: one third at 3 - 1 - 0."""
    HALF = "half"
    """Half a win."""


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of one tie-breaker; which of them it knows stands with its kind.

    Attributes:
        floor: the least a share counts, as a fraction of 1.
        ceiling: the most a share counts.
        dropped_ceiling: the most the share of a player who has dropped counts.
        own_byes: whether the player's own byes count. In an own share, as matches won 2-0; in a mean over opponents, as
            an opponent at the floor.
        opponent_byes: whether the byes of opponents count in their shares, as matches won 2-0.
        draws: what a draw counts.
    """

    floor: Fraction = Fraction(0)
    ceiling: Fraction = Fraction(1)
    dropped_ceiling: Fraction = Fraction(1)
    own_byes: Byes = Byes.OUT
    opponent_byes: Byes = Byes.IN
    draws: Draws = Draws.POINTS
