"""What attacks, and who fights in a battle under way: no further attacks, joining, leaving."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.selectors import Selector
from rules.frozen import frozen


@frozen
class RemoveFromBattle(Instruction):
    """The selected champions no longer attack or block (4.4.12, I-77); they lie as before, expended or flipped.

    What was blocked stays blocked (4.4.6a). Nothing happens to champions that are in no battle.
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.4.12", "4.4.6a", "I-77")

    who: Selector


@frozen
class NoMoreAttacks(Instruction):
    """No attack may be declared for the rest of this turn, by anyone; a battle under way goes on."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "4.4.1")


@frozen
class JoinBattle(Instruction):
    """The selected champions attack or block together with the source, in the battle under way.

    They become attackers if the source attacks, blockers if it blocks, after the declaration and although it is over:
    joining attackers become expended, joining blockers flipped (4.4.1, 4.4.6[1]), and what triggers on attacking or
    blocking triggers. Whom it can be is for the pick to say (``Filter.ready``). Nothing happens when the source is in
    no battle any more.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.0.6", "4.4.1", "4.4.6[1]")

    who: Selector
