"""Where the rule book of the Epic TCG is silent or contradicts itself: the numbered decisions, as data.

>>> INTERPRETATIONS["ET-02"].decision("RB-2009")
'Losing comes first.'
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.epic_tcg.interpretations import battle, decks, line, pieces, turn, veiled, winning
from rules.rulebooks import Interpretation

_ALL = (
    *winning.ENTRIES,
    *turn.ENTRIES,
    *line.ENTRIES,
    *battle.ENTRIES,
    *pieces.ENTRIES,
    *veiled.ENTRIES,
    *decks.ENTRIES,
)

INTERPRETATIONS: Mapping[str, Interpretation] = MappingProxyType(
    {entry.id: entry for entry in sorted(_ALL, key=lambda each: each.id)}
)
"""Every open point by its id."""

__all__ = ["INTERPRETATIONS"]
