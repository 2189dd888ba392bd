"""What a card's text does to the game as a whole: wins it, or leaves it undecided since nobody knows the text."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.frozen import frozen


@frozen
class WinGame(Instruction):
    """You win the game at once: the card says so, over the two ways that the rules have (1.2.1, I-142)."""

    RULES: ClassVar[tuple[str, ...]] = ("1.2.1", "3.2.3", "I-142")


@frozen
class Doubtful(Instruction):
    """Nobody knows for certain what the card says here: a game that comes to it is undetermined.

    Attributes:
        why: what is known of the text and what would settle it, one clause.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3",)

    why: str
