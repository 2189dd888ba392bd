"""Prohibitions on players or champions."""

from enum import StrEnum
from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.selectors import Selector, Whose
from rules.frozen import frozen


class Ban(StrEnum):
    """An action or change that an effect can prohibit."""

    GAIN_HEALTH = "gain health"
    BE_TARGETED = "be targeted"  # by any player, like an untargetable champion (5.12.1)


@frozen
class Forbid:
    """Continuous ability: imposes a ban on players while its source is in play.

    Attributes:
        ban: the prohibition.
        whose: ``OWN`` for its controller, ``OPPOSING`` for opponents, ``ANY`` for all.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "3.3.3")

    ban: Ban
    whose: Whose


@frozen
class ForbidThisTurn(Instruction):
    """Imposes a ban on the selected players for the rest of this turn.

    Selected champions are ignored.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "4.5.2d")

    ban: Ban
    who: Selector


@frozen
class OutOfReach:
    """Continuous ability: champions with lower current offense cannot block this one."""

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "5.10.1")


@frozen
class GainsNothing:
    """Continuous ability: the champion gains no abilities, powers or keywords (5.0.4).

    It keeps its printed ones.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.3.1", "5.0.4")
