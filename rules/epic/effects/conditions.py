"""What an instruction can depend on, looked at when the instruction is reached (3.2.3)."""

from typing import ClassVar, TypeAlias

from rules.epic.effects.amounts import Amount
from rules.epic.effects.selectors import EVERYTHING, Filter, Selector, Whose
from rules.epic.traits import Alignment
from rules.frozen import frozen


@frozen
class PlayedOne:
    """You have played a 1-cost card of this alignment this turn, from wherever (``Seat.ones_played``)."""

    RULES: ClassVar[tuple[str, ...]] = ("5.18.1", "5.18.2")

    alignment: Alignment


@frozen
class TurnOf:
    """It is the turn of you (``Whose.OWN``) or of an opponent (``Whose.OPPOSING``)."""

    RULES: ClassVar[tuple[str, ...]] = ("4.1", "3.2.3c")

    whose: Whose


@frozen
class Is:
    """Something selected qualifies as it is now; what has left play is looked at as the card it is, by owner.

    A pick that has to be looked at in play, for instance by who controls it, is made with ``Pick`` before anything
    happens to it.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    what: Selector
    where: Filter = EVERYTHING


@frozen
class AllAre:
    """At least ``count`` things are selected, and every one of them qualifies, looked at as ``Is`` does."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    what: Selector
    where: Filter
    count: int


@frozen
class FirstOne:
    """You had played no 1-cost card this turn before the event card that asks."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "5.18.2")


@frozen
class HealthAtLeast:
    """You have at least ``times`` the health that your team began with (1.5.1)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.1", "1.5.2")

    times: int


@frozen
class Attacked:
    """You are the player who is attacked in the battle under way (4.4.1)."""

    RULES: ClassVar[tuple[str, ...]] = ("4.4.1",)


@frozen
class AtLeast:
    """The amount is ``least`` or more: that something of the text before really happened, for instance."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "3.2.3c")

    amount: Amount
    least: int = 1


Condition: TypeAlias = PlayedOne | FirstOne | TurnOf | Is | AllAre | HealthAtLeast | Attacked | AtLeast
