"""Conditions of instructions, evaluated when the instruction is executed (3.2.3)."""

from typing import ClassVar, TypeAlias

from rules.epic.effects.amounts import Amount
from rules.epic.effects.selectors import EVERYTHING, Filter, Selector, Whose
from rules.epic.traits import Alignment
from rules.frozen import frozen


@frozen
class PlayedOne:
    """Condition: you have played a 1-cost card of this alignment this turn."""

    RULES: ClassVar[tuple[str, ...]] = ("5.18.1", "5.18.2")

    alignment: Alignment


@frozen
class TurnOf:
    """Condition: it is your turn (``Whose.OWN``) or an opponent's (``OPPOSING``)."""

    RULES: ClassVar[tuple[str, ...]] = ("4.1", "3.2.3c")

    whose: Whose


@frozen
class Is:
    """Condition: a selected champion, player or card currently qualifies.

    Champions that left play are evaluated as cards of their owner. To test a champion in play, for instance its
    controller, pick it with ``Pick`` before the text moves it.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    what: Selector
    where: Filter = EVERYTHING


@frozen
class AllAre:
    """Condition: at least ``count`` references are selected, all qualifying (``Is``)."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    what: Selector
    where: Filter
    count: int


@frozen
class FirstOne:
    """Condition: you had played no 1-cost card this turn before this event card."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "5.18.2")


@frozen
class HealthAtLeast:
    """Condition: you have at least ``times`` your team's starting health (1.5.1)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.5.1", "1.5.2")

    times: int


@frozen
class Attacked:
    """Condition: you are attacked in the current battle (4.4.1)."""

    RULES: ClassVar[tuple[str, ...]] = ("4.4.1",)


@frozen
class AtLeast:
    """Condition: the amount is at least ``least``.

    Used, for instance, to test whether an earlier effect occurred.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "3.2.3c")

    amount: Amount
    least: int = 1


Condition: TypeAlias = PlayedOne | FirstOne | TurnOf | Is | AllAre | HealthAtLeast | Attacked | AtLeast
