"""Interpretations of HEX: numbered decisions on silent or contradictory rules.

>>> INTERPRETATIONS["HX-08"].default_text("UR-client")
"At the start of the controller's next turn."
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.hex.interpretations import cards, chain, changes, combat, turn, winning
from rules.rulebooks import Interpretation

_ALL = (
    *turn.ENTRIES,
    *chain.ENTRIES,
    *changes.ENTRIES,
    *combat.ENTRIES,
    *cards.ENTRIES,
    *winning.ENTRIES,
)

INTERPRETATIONS: Mapping[str, Interpretation] = MappingProxyType(
    {entry.id: entry for entry in sorted(_ALL, key=lambda entry: entry.id)}
)
"""All interpretations by id, in order."""
