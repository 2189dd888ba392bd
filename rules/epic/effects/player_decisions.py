"""Instructions by which players choose champions to break, or numbers."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Amount
from rules.epic.effects.selectors import Selector
from rules.frozen import frozen


@frozen
class EachBreaksOne(Instruction):
    """Each selected player chooses a champion in turn order; those break together.

    A choice, not a target (decision ``choose``, 5.12.3), among champions that can break; a player without any chooses
    nothing (I-141).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.3", "5.16.1", "5.9.2", "I-47", "I-141")

    who: Selector


@frozen
class ChooseNumber(Instruction):
    """You choose a number from 0 to ``most``, to which ``X`` refers (I-144).

    Decision ``number``.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "I-144")

    most: Amount
