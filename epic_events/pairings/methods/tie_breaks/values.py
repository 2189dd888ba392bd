"""Values of tie-breakers: exact numbers for all players at once, and for one of them how the number comes about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Share:
    """Points won of points possible.

    Attributes:
        won: points won.
        possible: points there were to win.
        floor: the least that the share counts.
        ceiling: the most that the share counts.
    """

    won: int
    possible: int
    floor: Fraction = Fraction(0)
    ceiling: Fraction = Fraction(1)

    @property
    def raw(self) -> Fraction:
        """The share without floor and ceiling; 0 where nothing was played."""
        return Fraction(self.won, self.possible) if self.possible else Fraction(0)

    @property
    def value(self) -> Fraction:
        """The share as it counts."""
        return min(max(self.raw, self.floor), self.ceiling)

    @property
    def floored(self) -> bool:
        """Whether the floor changed it."""
        return self.raw < self.floor

    @property
    def capped(self) -> bool:
        """Whether the ceiling changed it."""
        return self.raw > self.ceiling


@dataclass(frozen=True, slots=True)
class Rate:
    """Match points a round.

    Attributes:
        won: match points.
        rounds: rounds they come from.
    """

    won: int
    rounds: int

    @property
    def value(self) -> Fraction:
        """The mean of a round; 0 where nothing was played."""
        return Fraction(self.won, self.rounds) if self.rounds else Fraction(0)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that counts as it is."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a running value: a part of what was before, and what the round added.

    Attributes:
        before: the value after the round before.
        divisor: by what it is divided.
        added: what the round adds.
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
    """What one round or one opponent brings to a value.

    Attributes:
        round: the number of the round; None where a value has no rounds.
        opponent: who was met; None for a bye, and for a round without a match.
        share: what counts, with its parts.
    """

    round: int | None
    opponent: int | None
    share: Share | Rate | Amount | Step

    @property
    def value(self) -> Fraction:
        """What counts."""
        return self.share.value


class Derivation(StrEnum):
    """How a value follows from its terms."""

    MEAN = "mean"
    """The mean of the terms; 0 without any."""
    SHARE = "share"
    """The one term is the value."""
    SUM = "sum"
    """The sum of the terms."""
    RUNNING = "running"
    """The last term, each built on the one before."""
    MEETINGS = "meetings"
    """The mean of the terms, and only among players who are level and have all met."""
    CHANCE = "chance"
    """Drawn by lot."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A value of one player, and what it follows from.

    Attributes:
        derivation: how it follows.
        terms: from what.
        value: the value, exact; None where the tie-breaker says nothing about this player.
        byes_left_out: the rounds of the player's own byes that do not count.
        level_with: the players it was needed against, of a tie-breaker that only looks at players who are level.
    """

    derivation: Derivation
    terms: tuple[Term, ...]
    value: Fraction | None
    byes_left_out: tuple[int, ...] = ()
    tied_with: tuple[int, ...] = ()

    @property
    def share(self) -> Share:
        """The one share that is the value.

        Raises:
            TypeError: for a value that follows in another way.
        """
        found = self.terms[0].share if self.terms else None
        if self.derivation is not Derivation.SHARE or not isinstance(found, Share):
            raise TypeError(f"This value is a {self.derivation}, no share.")
        return found


class Column(NamedTuple):
    """A tie-breaker's values for everybody.

    Attributes:
        numbers: by place of the player, whole numbers over the one denominator.
        denominator: what each is divided by; at least 1.
        arithmetic: for one place, how its value comes about.
    """

    numbers: Sequence[int]
    denominator: int
    breakdown: Callable[[int], Breakdown]

    def value(self, at: int) -> Fraction:
        """Return the exact value at a place."""
        return Fraction(self.numbers[at], self.denominator)


class TiedColumn(NamedTuple):
    """A tie-breaker that knows only players who are level by everything before it.

    Attributes:
        numbers: for the places of players who are level, a whole number each; None where it tells nobody apart.
        arithmetic: for one place among those who were level with it (the place itself among them), how it comes about.
    """

    numbers: Callable[[Sequence[int]], Sequence[int] | None]
    breakdown: Callable[[int, Sequence[int]], Breakdown]
