"""Interpretations of the Epic TCG: decisions on silent or contradictory rules.

>>> INTERPRETATIONS["ET-02"].default_text("RB-2009")
'Losing comes first.'
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.epic_tcg.interpretations import battle, cards_in_play, decks, line, turn, veiled_champions, winning
from rules.rulebooks import Interpretation

_ALL = (
    *winning.ENTRIES,
    *turn.ENTRIES,
    *line.ENTRIES,
    *battle.ENTRIES,
    *cards_in_play.ENTRIES,
    *veiled_champions.ENTRIES,
    *decks.ENTRIES,
)

INTERPRETATIONS: Mapping[str, Interpretation] = MappingProxyType(
    {entry.id: entry for entry in sorted(_ALL, key=lambda each: each.id)}
)
"""All interpretations by id."""

__all__ = ["INTERPRETATIONS"]
