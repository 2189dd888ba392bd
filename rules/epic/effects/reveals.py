"""Instructions that reveal cards from the top of a deck."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.amounts import Amount
from rules.epic.effects.selectors import YOU, Selector
from rules.frozen import frozen


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
