"""Instructions that win the game, or whose text is uncertain."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.frozen import frozen


@frozen
class WinGame(Instruction):
    """You win the game at once (1.2.1, I-142)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.2.1", "3.2.3", "I-142")


@frozen
class Doubtful(Instruction):
    """An uncertain text; a game that reaches it cannot continue.

    Attributes:
        why: what is known of the text and what would make it certain, as a clause.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    why: str
