"""Options of tie-breakers: floors, ceilings, byes and draws."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Byes(StrEnum):
    """Whether byes count."""

    IN = "in"
    OUT = "out"


class Draws(StrEnum):
    """Value of a draw in a match-win percentage."""

    POINTS = "points"
    """Its match points relative to a win: one third at 3 - 1 - 0."""
    HALF = "half"
    """Half a win."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a tie-breaker; each kind supports some of them.

    Attributes:
        floor: minimum of a percentage, as a fraction of 1.
        ceiling: maximum of a percentage.
        dropped_ceiling: maximum of the percentage of a dropped player.
        own_byes: whether the player's own byes count: as matches won 2-0 in an own percentage, as an opponent with the
            minimum percentage in a mean over opponents.
        opponent_byes: whether opponents' byes count in their percentages, as matches won 2-0.
        draws: value of a draw.
    """

    floor: Fraction = Fraction(0)
    ceiling: Fraction = Fraction(1)
    dropped_ceiling: Fraction = Fraction(1)
    own_byes: Byes = Byes.OUT
    opponent_byes: Byes = Byes.IN
    draws: Draws = Draws.POINTS
