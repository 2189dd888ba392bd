"""Gold that an effect gives."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.traits import Alignment
from rules.frozen import frozen


@frozen
class GainGold(Instruction):
    """You gain ``count`` pieces of gold; all gold is lost together when your gold is set anew (4.2.2, 4.5.2e, I-33).

    Attributes:
        count: pieces.
        only: they pay for cards, powers and offers of this alignment only, and are spent before others (I-151).
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.6.1", "3.6.2", "4.2.2")

    count: int = 1
    only: Alignment | None = None
