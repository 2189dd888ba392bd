"""What goes into a Swiss pairing and what comes out of it: plain values, players by id."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from operator import add
from typing import Self

WIN_POINTS = 3
"""Match points for a won match, unless the stage says otherwise."""

PlayerPair = tuple[int, int | None]
"""Two players by id; ``(player, None)`` is the bye."""


class ReasonKind(StrEnum):
    """Why a pair was made, as a stable word."""

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
    """How a pairing was found, as a stable word."""

    WHOLE_FIELD = "whole_field"
    SCORE_GROUPS = "score_groups"
    LINE = "line"
    SLICES = "slices"


class Float(StrEnum):
    """Which way a player left the own score group: against somebody with fewer points, or with more."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence's worth of why.

    Attributes:
        kind: what it says.
        amount: match points between the two (``PAIR_DOWN``) or above the lowest score (``BYE_ABOVE_LOWEST``), earlier
            meetings (``REMATCH``), earlier byes (``SECOND_BYE``), how often the one with more points was paired down
            before (``REPEATED_DOWN``) or the other up (``REPEATED_UP``), the place of the better placed from 1
            (``BY_STANDING``), else 0.
    """

    kind: ReasonKind
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired: a stable id and the match points so far."""

    id: int
    points: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who meet, the one with more match points first, and why."""

    first: int
    second: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """The player without an opponent, and why it is this one."""

    player: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a pairing costs, level by level, the most important first; smaller compares as better.

    Attributes:
        forbidden: pairs that the organiser forbids.
        second_byes: the number of byes that the bye's player has had already.
        squared_meetings: the sum of the squared numbers of times that the pairs have met before: a third meeting
            costs as much as four second ones, so that meetings spread.
        squared_gaps: the sum of the squared distances in match points.
        repeated_downs: for everybody paired down, how often that happened before.
        repeated_ups: for everybody paired up, how often that happened before.
        avoided: pairs that the organiser would rather not see.
    """

    forbidden: int = 0
    second_byes: int = 0
    squared_meetings: int = 0
    squared_gaps: int = 0
    repeated_downs: int = 0
    repeated_ups: int = 0
    avoided: int = 0

    def key(self) -> tuple[int, ...]:
        """Return the levels in their order, for comparing."""
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
        """Return the sums of levels over pairs."""
        sums: tuple[int, ...] = (0,) * len(LEVELS)
        for row in rows:
            sums = tuple(map(add, sums, row))
        return cls(*sums)

    def minus(self, other: "Cost") -> tuple[int, ...]:
        """Return the difference on each level."""
        return tuple(mine - theirs for mine, theirs in zip(self.key(), other.key(), strict=True))


LEVELS = tuple(level.name for level in fields(Cost))
"""The names of the levels, the most important first."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: pairs in the order of their tables (highest match points first), the bye, and what it all costs.

    Attributes:
        pairs: every player but the bye's exactly once.
        bye: for an odd number of players.
        cost: the sums that were minimised.
        method: how it was found.
        bound: what no pairing of this field can undercut; equal to the cost where the optimum is proven.
    """

    pairs: tuple[Pair, ...]
    bye: Bye | None
    cost: Cost
    method: Method
    bound: Cost

    @property
    def whole_field(self) -> bool:
        """Whether every possible pair was weighed at once."""
        return self.method is Method.WHOLE_FIELD

    @property
    def rematches(self) -> int:
        """How many of the pairs have met before."""
        return sum(any(reason.kind is ReasonKind.REMATCH for reason in pair.reasons) for pair in self.pairs)

    @property
    def proven(self) -> int:
        """On how many levels, counted from the first, no other pairing is better: 7 is all."""
        differs = (mine != least for mine, least in zip(self.cost.key(), self.bound.key(), strict=True))
        return next((level for level, other in enumerate(differs) if other), len(LEVELS))

    @property
    def gap_excess(self) -> int:
        """How far the sum of squared gaps can lie above the optimum, at most."""
        return max(0, self.cost.squared_gaps - self.bound.squared_gaps)
