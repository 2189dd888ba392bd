"""Input and output of a Swiss pairing, with players by id."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import add
from typing import Self

WIN_POINTS = 3
"""Default match points for a win."""

PlayerPair = tuple[int, int | None]
"""Two players by id; ``(player, None)`` is the bye."""


class ReasonKind(StrEnum):
    """Kind of reason for a pairing; the values are stored."""

    SAME_POINTS = "same_points"
    PAIR_DOWN = "pair_down"
    REMATCH = "rematch"
    FORBIDDEN = "forbidden"
    REPEATED_DOWN = "repeated_pair_down"
    REPEATED_UP = "repeated_pair_up"
    AVOIDED = "avoided"
    BYE_LOWEST = "bye_lowest"
    BYE_ABOVE_LOWEST = "bye_above_lowest"
    SECOND_BYE = "second_bye"
    BY_STANDING = "by_standing"


class Method(StrEnum):
    """Method that found a pairing; the values are stored."""

    WHOLE_FIELD = "whole_field"
    SCORE_GROUPS = "score_groups"
    LINE = "line"
    SLICES = "slices"


class Float(StrEnum):
    """Direction of a float: an opponent with fewer points (down) or more points (up)."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a pairing.

    Attributes:
        kind: kind of reason.
        amount: difference in match points (``PAIR_DOWN``), points above the lowest score (``BYE_ABOVE_LOWEST``),
        number of
            earlier meetings (``REMATCH``), byes (``SECOND_BYE``), pair-downs of the higher player (``REPEATED_DOWN``)
            or pair-ups of the lower player (``REPEATED_UP``), rank of the higher-ranked player (``BY_STANDING``), else
            0.
    """

    kind: ReasonKind
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to pair: id and match points."""

    id: int
    points: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A pairing of two players with its reasons.

    The player with more match points first.
    """

    first: int
    second: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """The player with the bye, with its reasons."""

    player: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a pairing by level, most important first; smaller is better.

    Attributes:
        forbidden: number of forbidden pairs.
        second_byes: number of earlier byes of the player with the bye.
        squared_meetings: sum of the squared numbers of earlier meetings: a third meeting costs as much as four
        second ones,
            so that rematches spread over the players.
        squared_gaps: sum of the squared differences in match points.
        repeated_downs: number of earlier pair-downs of players who are paired down.
        repeated_ups: number of earlier pair-ups of players who are paired up.
        avoided: number of pairs to avoid.
    """

    forbidden: int = 0
    second_byes: int = 0
    squared_meetings: int = 0
    squared_gaps: int = 0
    repeated_downs: int = 0
    repeated_ups: int = 0
    avoided: int = 0

    def key(self) -> tuple[int, ...]:
        """Return the levels in order, as a sort key."""
        return (
            self.forbidden,
            self.second_byes,
            self.squared_meetings,
            self.squared_gaps,
            self.repeated_downs,
            self.repeated_ups,
            self.avoided,
        )

    @classmethod
    def total(cls, rows: Iterable[tuple[int, ...]]) -> Self:
        """Return the sum of the levels over pairs."""
        sums: tuple[int, ...] = (0,) * len(LEVELS)
        for row in rows:
            sums = tuple(map(add, sums, row))
        return cls(*sums)

    def minus(self, other: "Cost") -> tuple[int, ...]:
        """Return the difference on each level."""
        return tuple(mine - theirs for mine, theirs in zip(self.key(), other.key(), strict=True))


LEVELS = tuple(level.name for level in fields(Cost))
"""Names of the cost levels, most important first."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A paired round: pairs in table order, the bye, and the cost.

    Attributes:
        pairs: every player except the one with the bye, exactly once.
        bye: the bye; None if the number of players is even.
        cost: cost of the pairing.
        method: method that found it.
        bound: lower bound of the cost of any pairing; equal to the cost if the optimum is proven.
    """

    pairs: tuple[Pair, ...]
    bye: Bye | None
    cost: Cost
    method: Method
    bound: Cost

    @property
    def whole_field(self) -> bool:
        """True if every possible pair was weighed at once."""
        return self.method is Method.WHOLE_FIELD

    @property
    def rematches(self) -> int:
        """Number of pairs that have met before."""
        return sum(any(reason.kind is ReasonKind.REMATCH for reason in pair.reasons) for pair in self.pairs)

    @property
    def proven(self) -> int:
        """Number of levels, from the first, on which the pairing is proven optimal.

        7 is all.
        """
        differs = (mine != least for mine, least in zip(self.cost.key(), self.bound.key(), strict=True))
        return next((level for level, other in enumerate(differs) if other), len(LEVELS))

    @property
    def gap_excess(self) -> int:
        """Upper bound of the distance of the sum of squared gaps from the optimum."""
        return max(0, self.cost.squared_gaps - self.bound.squared_gaps)
