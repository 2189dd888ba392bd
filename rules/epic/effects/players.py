"""Instructions on players: gold, reveals, choices, and winning; uncertain texts."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Amount
from rules.epic.effects.selectors import YOU, Selector
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


@frozen
class RevealTop(Instruction):
    """The selected players reveal ``count`` cards from the top of their decks.

    Rules: 5.19.1.

    With fewer cards, they reveal the whole deck. The cards stay there until the text moves them:
    ``What.REVEALED`` picks among them, ``Revealed`` selects all that are left. It is not a draw, so an empty deck
    does not win (1.6.2).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.19.1", "3.2.3c")

    count: Amount
    of: Selector = YOU


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
