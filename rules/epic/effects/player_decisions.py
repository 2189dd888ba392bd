"""What each of several players decides for themselves."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Amount
from rules.epic.effects.selectors import Selector
from rules.frozen import frozen


@frozen
class EachBreaksOne(Instruction):
    """Each player selected, in turn order from you, chooses one of their champions; those chosen break together.

    A choice, not a target (decision ``choose`` of that player, 5.12.3). A player chooses among champions that can
    break, and one who has none chooses nothing (I-141).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.12.3", "5.16.1", "5.9.2", "I-47", "I-141")

    who: Selector


@frozen
class ChooseNumber(Instruction):
    """You choose a number from 0 to ``most`` (decision ``number``); from now on ``X`` stands for it (I-144)."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "I-144")

    most: Amount
