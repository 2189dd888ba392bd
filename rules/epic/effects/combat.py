"""Instructions on attacks and battles: no further attacks, joining, leaving."""

from typing import ClassVar

from rules.engine.instructions import Instruction
from rules.epic.effects.selectors import Selector
from rules.frozen import frozen


@frozen
class RemoveFromBattle(Instruction):
    """The selected champions no longer attack or block (4.4.12, I-77).

    Their stance does not change. Blocked attackers stay blocked (4.4.6a). Champions outside a battle are not affected.
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.4.12", "4.4.6a", "I-77")

    who: Selector


@frozen
class NoMoreAttacks(Instruction):
    """No attack may be declared for the rest of the turn; a battle continues."""

    RULES: ClassVar[tuple[str, ...]] = ("3.2.3", "4.4.1")


@frozen
class JoinBattle(Instruction):
    """The selected champions join the source in the current battle.

    They become attackers or blockers like the source although the declaration is over: joining attackers are expended,
    joining blockers flipped (4.4.1, 4.4.6[1]), and their attack and block triggers occur. ``Filter.ready`` restricts
    the pick. Nothing happens if the source has left the battle.
    """

    RULES: ClassVar[tuple[str, ...]] = ("5.0.6", "4.4.1", "4.4.6[1]")

    who: Selector
