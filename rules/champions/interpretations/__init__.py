"""Interpretations of Champions.

They are numbered decisions on silent or contradictory rules.

>>> INTERPRETATIONS["CH-06"].default_text("CR-2018-11")
'Every Smooth card in play, on both sides, in every turn.'
>>> INTERPRETATIONS["CH-06"].default_text("CR-2018-11-own")
"The turn player's only."
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.champions.interpretations import battlefield, misprints, moving, order, playing, quests, winning
from rules.rulebooks import Interpretation

PREFIX: Final = "CH:"
"""Prefix of citations; other games have rules with the same numbers."""
_ALL = (
    *misprints.ENTRIES,
    *battlefield.ENTRIES,
    *order.ENTRIES,
    *quests.ENTRIES,
    *playing.ENTRIES,
    *moving.ENTRIES,
    *winning.ENTRIES,
)

ONE_READING: Final = MappingProxyType(
    {
        "CH-12": "the engine plays the first reading alone so far.",
        "CH-23": "the engine plays the first reading alone so far.",
    }
)
"""Interpretations with one supported option; for CH-11, 17, 31, 37 and 41 no playable card shows a difference."""

INTERPRETATIONS: Mapping[str, Interpretation] = MappingProxyType(
    {
        entry.id: replace(
            entry,
            rules=tuple(f"{PREFIX}{number}" for number in entry.rules),
            fixed_reason=ONE_READING.get(entry.id, ""),
        )
        for entry in sorted(_ALL, key=lambda entry: entry.id)
    }
)
"""All interpretations by id."""
