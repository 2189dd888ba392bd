"""Where the printed rules of Champions are silent or contradict themselves: the numbered decisions, as data.

>>> INTERPRETATIONS["CH-06"].decision("CR-2018-11")
'Every Smooth card in play, on both sides, in every turn.'
>>> INTERPRETATIONS["CH-06"].decision("CR-2018-11-own")
"The turn player's only."
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.champions.interpretations import battlefield, misprints, moving, order, playing, quests, winning
from rules.rulebooks import Interpretation

PREFIX: Final = "CH:"
"""What citations of the rules begin with: other games have rules under the same numbers."""
_ALL = (
    *misprints.ENTRIES,
    *battlefield.ENTRIES,
    *order.ENTRIES,
    *quests.ENTRIES,
    *playing.ENTRIES,
    *moving.ENTRIES,
    *winning.ENTRIES,
)

PLAYED: Final = frozenset({"CH-06", "CH-16", "CH-19", "CH-22", "CH-25", "CH-26", "CH-28", "CH-34", "CH-36", "CH-38"})
"""Those of which the engine plays every reading."""
ONE_READING: Final = "the engine plays the first reading alone so far."


INTERPRETATIONS: Mapping[str, Interpretation] = MappingProxyType(
    {
        entry.id: replace(
            entry,
            rules=tuple(f"{PREFIX}{number}" for number in entry.rules),
            fixed="" if entry.id in PLAYED or len(entry.alternatives) == 1 else ONE_READING,
        )
        for entry in sorted(_ALL, key=lambda entry: entry.id)
    }
)
"""Every interpretation by its id."""
