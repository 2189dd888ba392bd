"""Cards turned up from the top of a deck."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Amount
from rules.epic.effects.selectors import YOU, Selector
from rules.frozen import frozen


@frozen
class RevealTop(Instruction):
    """The players selected reveal ``count`` cards from the top of their decks, or as many as there are (5.19.1).

    The cards stay on top of the deck until the text does something with them: ``What.REVEALED`` picks among them,
    ``Revealed`` is all of them that are still there. It is no drawing: an empty deck wins nothing (1.6.2).
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.19.1", "3.2.3c")

    count: Amount
    of: Selector = YOU
