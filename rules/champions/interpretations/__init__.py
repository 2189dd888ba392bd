"""Where the printed rules of Champions are silent or contradict themselves: the numbered decisions, as data.

>>> INTERPRETATIONS["CH-06"].decision("CR-2018-11")
'Every Smooth card in play, on both sides, in every turn.'
>>> INTERPRETATIONS["CH-06"].decision("CR-2018-11-own")
"The turn player's only."
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.champions.interpretations import battlefield, misprints, moving, order, playing, quests, winning
from rules.rulebooks import Interpretation

_ALL = (
    *misprints.ENTRIES,
    *battlefield.ENTRIES,
    *order.ENTRIES,
    *quests.ENTRIES,
    *playing.ENTRIES,
    *moving.ENTRIES,
    *winning.ENTRIES,
)

INTERPRETATIONS: Mapping[str, Interpretation] = MappingProxyType(
    {entry.id: entry for entry in sorted(_ALL, key=lambda entry: entry.id)}
)
"""Every interpretation by its id."""
