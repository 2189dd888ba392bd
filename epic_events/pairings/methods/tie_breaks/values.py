"""Tie-breaker values.

Options, exact numbers for all players, and the breakdown of one value.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


class Byes(StrEnum):
    """How byes count in a tie-breaker."""

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


@dataclass(frozen=True, slots=True)
class Share:
    """Points won of points possible.

    Attributes:
        won: points won.
        possible: points possible.
        floor: minimum value.
        ceiling: maximum value.
    """

    won: int
    possible: int
    floor: Fraction = Fraction(0)
    ceiling: Fraction = Fraction(1)

    @property
    def raw(self) -> Fraction:
        """The share without floor and ceiling; 0 if no points were possible."""
        return Fraction(self.won, self.possible) if self.possible else Fraction(0)

    @property
    def value(self) -> Fraction:
        """The share with floor and ceiling."""
        return min(max(self.raw, self.floor), self.ceiling)

    @property
    def floored(self) -> bool:
        """True if the floor raised the share."""
        return self.raw < self.floor

    @property
    def capped(self) -> bool:
        """True if the ceiling lowered the share."""
        return self.raw > self.ceiling


@dataclass(frozen=True, slots=True)
class Rate:
    """Match points per round.

    Attributes:
        won: match points.
        rounds: number of rounds.
    """

    won: int
    rounds: int

    @property
    def value(self) -> Fraction:
        """Mean per round; 0 without rounds."""
        return Fraction(self.won, self.rounds) if self.rounds else Fraction(0)


@dataclass(frozen=True, slots=True)
class Amount:
    """A plain number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Step:
    """One round of a running value.

    It is a fraction of the previous value plus what the round adds.

    Attributes:
        before: value after the previous round.
        divisor: divisor of the previous value.
        added: amount that the round adds.
    """

    before: Fraction
    divisor: int
    added: Fraction

    @property
    def value(self) -> Fraction:
        """The value after the round."""
        return self.before / self.divisor + self.added


@dataclass(frozen=True, slots=True)
class Term:
    """Contribution of one round or opponent to a value.

    Attributes:
        round: number of the round; None if the value has no rounds.
        opponent: id of the opponent; None for a bye or a round without a match.
        share: the contribution with its parts.
    """

    round: int | None
    opponent: int | None
    share: Share | Rate | Amount | Step

    @property
    def value(self) -> Fraction:
        """The contribution as a number."""
        return self.share.value


class Derivation(StrEnum):
    """How a value is computed from its terms."""

    MEAN = "mean"
    """The mean of the terms; 0 without any."""
    SHARE = "share"
    """The one term is the value."""
    SUM = "sum"
    """The sum of the terms."""
    RUNNING = "running"
    """The last term, each built on the one before."""
    MEETINGS = "meetings"
    """The mean of the terms, among tied players who have all met."""
    CHANCE = "chance"
    """Drawn by lot."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A player's tie-breaker value with its terms.

    Attributes:
        derivation: how the value is computed from the terms.
        terms: the terms.
        value: the exact value; None if the tie-breaker does not apply to this player.
        byes_left_out: rounds of the player's own byes that do not count.
        tied_with: the other tied players, for a tie-breaker that is computed among tied players.
    """

    derivation: Derivation
    terms: tuple[Term, ...]
    value: Fraction | None
    byes_left_out: tuple[int, ...] = ()
    tied_with: tuple[int, ...] = ()

    @property
    def share(self) -> Share:
        """The only term, for a value that is a single share.

        Raises:
            TypeError: the value is computed in another way.
        """
        first_share = self.terms[0].share if self.terms else None
        if self.derivation is not Derivation.SHARE or not isinstance(first_share, Share):
            raise TypeError(f"This value has no single share; its derivation is {self.derivation}.")
        return first_share


class Column(NamedTuple):
    """A tie-breaker's values for all players.

    Attributes:
        numbers: numerators by player index.
        denominator: common denominator, at least 1.
        breakdown: function from player index to the breakdown of the value.
    """

    numbers: Sequence[int]
    denominator: int
    breakdown: Callable[[int], Breakdown]

    def value(self, at: int) -> Fraction:
        """Return a player's exact value, given the player's index."""
        return Fraction(self.numbers[at], self.denominator)


class TiedColumn(NamedTuple):
    """A tie-breaker that is computed among tied players only.

    Attributes:
        numbers: function from the indices of tied players to one integer each; None if it cannot separate them.
        breakdown: function from a player index and the indices of the tied players to the breakdown of the value.
    """

    numbers: Callable[[Sequence[int]], Sequence[int] | None]
    breakdown: Callable[[int, Sequence[int]], Breakdown]
