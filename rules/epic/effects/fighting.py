"""What takes champions out of a battle under way."""

from dataclasses import dataclass
from typing import ClassVar

from rules.epic.effects.selectors import Selector


@dataclass(frozen=True, slots=True)
class RemoveFromBattle:
    """The selected champions no longer attack or block (4.4.12, I-77); they lie as before, expended or flipped.

    What was blocked stays blocked (4.4.6a). Nothing happens to champions that are in no battle.
    """

    RULES: ClassVar[tuple[str, ...]] = ("4.4.12", "4.4.6a", "I-77")

    who: Selector
