"""Interpretations of Champions.

They are numbered decisions on silent or contradictory rules.

>>> INTERPRETATIONS["CH-06"].default_text("CR-2018-11")
'Every Smooth card in play, on both sides, in every turn.'
>>> INTERPRETATIONS["CH-06"].default_text("CR-2018-11-own")
"The turn player's only, and only these have instant effects in it."
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

_FIRST_ALONE: Final = "the engine plays the first reading alone so far."
ONE_READING: Final = MappingProxyType(
    {
        "CH-12": _FIRST_ALONE,
        "CH-23": _FIRST_ALONE,
        "CH-37": "with two players the readings never differ: the game ends when one of them is removed.",
    }
)
"""Interpretations with one supported option, each with the reason."""

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
