"""Amounts, and durations of effects.

Amounts are evaluated when their instruction is executed. An amount is evaluated once; below 0 it counts as 0. For
champions that left play since the text picked or affected them, their last known values count (I-121).
"""

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rules.frozen import frozen

if TYPE_CHECKING:
    from rules.epic.effects.selectors import Filter, Selector, What


class Route(StrEnum):
    """A way in which a champion leaves play; tokens cease to exist (2.3.5)."""

    BROKEN = "discard"
    BANISHED = "deck"
    BOUNCED = "hand"


@frozen
class DamageSuffered:
    """The damage dealt to the source this turn, including damage healed since."""

    RULES: ClassVar[tuple[str, ...]] = ("2.1.6",)


@frozen
class Count:
    """The number of qualifying champions in play or cards elsewhere.

    Attributes:
        what: ``What.CHAMPION``, ``What.DISCARD`` or ``What.HAND`` (your hand).
        where: the filter.
        of: selects the players to count for, ``None`` for all.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    what: "What"
    where: "Filter"
    of: "Selector | None" = None


@frozen
class OffenseOf:
    """The total current or last known offense of the selected champions (I-121)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.1.5", "I-121")

    of: "Selector"


@frozen
class DefenseOf:
    """The total current or last known defense of the selected champions (I-121)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.1.6", "I-121")

    of: "Selector"


@frozen
class Departed:
    """The number of champions that left play by ``route`` during the text.

    Attributes:
        route: the way of leaving play.
        of: selects the last controllers to count for, ``None`` for all.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.16.1", "5.15.1", "3.2.3")

    route: Route
    of: "Selector | None" = None


@frozen
class Plus:
    """The sum of several amounts."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    parts: tuple["Amount", ...]


@frozen
class Times:
    """``amount`` multiplied by ``factor``."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    factor: int
    amount: "Amount"


@frozen
class X:
    """The latest number of the text: of cards revealed or picked, or chosen.

    0 until there is one.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.3.1", "3.2.3", "I-143")


@frozen
class OwnHealth:
    """Your health, or that of your team if it is shared (1.5)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.1",)


Amount: TypeAlias = int | DamageSuffered | Count | OffenseOf | DefenseOf | Departed | Plus | Times | X | OwnHealth
LOOKING_BACK: tuple[type, ...] = (OffenseOf, DefenseOf, Departed)
"""Amounts that need last known values."""


class Lasts(StrEnum):
    """Duration of a modification or change of control; leaving play ends it (I-52)."""

    END_OF_TURN = "end of turn"  # removed in 4.5.2d, after damage (I-88)
    IN_PLAY = "in play"  # 5.0.7, 5.3.7
