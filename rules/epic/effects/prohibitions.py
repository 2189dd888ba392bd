"""What must not happen: to players, or to the champion whose text says so."""

from enum import StrEnum
from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.selectors import Selector, Whose
from rules.frozen import frozen


class Ban(StrEnum):
    """What a player can be kept from."""

    GAIN_HEALTH = "gain health"
    BE_TARGETED = "be targeted"  # by whomever, as an untargetable champion (5.12.1)


@frozen
class Forbid:
    """Continuous: keeps players from something while its source is in play.

    Attributes:
        ban: from what.
        whose: ``OWN`` its controller, ``OPPOSING`` the opponents, ``ANY`` everybody.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "3.3.3")

    ban: Ban
    whose: Whose


@frozen
class ForbidThisTurn(Instruction):
    """Keeps the selected players from something for the rest of this turn; champions selected do not matter."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "4.5.2d")

    ban: Ban
    who: Selector


@frozen
class OutOfReach:
    """Continuous: champions whose offense at this moment is lower than that of this champion cannot block it."""

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "5.10.1")


@frozen
class GainsNothing:
    """Continuous: this champion gains no abilities, powers or keywords; what is printed on it works (5.0.4)."""

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "5.0.4")
