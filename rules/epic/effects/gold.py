"""Instructions that give gold."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.traits import Alignment
from rules.frozen import frozen


@frozen
class GainGold(Instruction):
    """You gain gold, which is lost when your gold is reset (4.2.2, 4.5.2e, I-33).

    Attributes:
        count: pieces of gold.
        only: alignment of the cards, powers and offers it may pay for; such gold is spent first (I-151).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.6.1", "3.6.2", "4.2.2")

    count: int = 1
    only: Alignment | None = None
