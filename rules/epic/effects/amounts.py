"""How much: amounts that are worked out while their instruction resolves, in whole points, cards or pieces.

Whatever an amount looks at is looked at once, when the instruction is carried out; an amount below 0 counts as 0.
Of a champion that has left play since the text picked or affected it, what it last was in play counts (I-121).
"""

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from rules.frozen import frozen

if TYPE_CHECKING:
    from rules.epic.effects.selectors import Filter, Selector, What


class Route(StrEnum):
    """A way out of play, tokens included: they take it and cease to exist (2.3.5)."""

    BROKEN = "discard"
    BANISHED = "deck"
    BOUNCED = "hand"


@frozen
class DamageSuffered:
    """The damage dealt to the source this turn, healed or not."""

    RULES: ClassVar[tuple[str, ...]] = ("2.1.6",)


@frozen
class Count:
    """How many qualify: champions in play, or cards in discard piles or your hand.

    Attributes:
        what: ``What.CHAMPION``, ``What.DISCARD`` or ``What.HAND``.
        where: which of them.
        of: only those of the players that this selects.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    what: "What"
    where: "Filter"
    of: "Selector | None" = None


@frozen
class OffenseOf:
    """The offense of the selected champions together, each as it is or, if it has left, last was (I-121)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.1.5", "I-121")

    of: "Selector"


@frozen
class DefenseOf:
    """The defense of the selected champions together, each as it is or, if it has left, last was (I-121)."""

    RULES: ClassVar[tuple[str, ...]] = ("2.1.6", "I-121")

    of: "Selector"


@frozen
class Departed:
    """How many champions have left play this way since the text began, counted for their controllers.

    Attributes:
        route: which way.
        of: only champions that these players controlled last; ``None``: everybody's.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.16.1", "5.15.1", "3.2.3")

    route: Route
    of: "Selector | None" = None


@frozen
class Plus:
    """The sum of the parts."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    parts: tuple["Amount", ...]


@frozen
class Times:
    """``amount``, ``factor`` times over."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    factor: int
    amount: "Amount"


@frozen
class X:
    """The latest number in the same text: of cards revealed for loyalty X, of things picked at once, or the one chosen.

    It is 0 before there was any.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.3.1", "3.2.3", "I-143")


@frozen
class OwnHealth:
    """The health that you have, as a team where teams share it (1.5)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.1",)


Amount: TypeAlias = int | DamageSuffered | Count | OffenseOf | DefenseOf | Departed | Plus | Times | X | OwnHealth
LOOKING_BACK: tuple[type, ...] = (OffenseOf, DefenseOf, Departed)
"""Amounts that need to know what left play while the text was carried out."""
