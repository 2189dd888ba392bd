"""Numbered interpretations of questions that the rules leave open or contradict.

The log cites them like rules. Imports nothing of Epic.

>>> INTERPRETATIONS["I-40"].default_text("CR-2016-03")
'The attacking player has initiative first.'
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.epic.interpretations import (
    abilities,
    battle,
    card_text,
    game_end,
    information,
    initiative,
    multiplayer,
    numbers,
    pantheon,
    plays,
    setup,
    zones,
)
from rules.rulebooks import Interpretation

_ALL = (
    *card_text.ENTRIES,
    *game_end.ENTRIES,
    *setup.ENTRIES,
    *initiative.ENTRIES,
    *plays.ENTRIES,
    *battle.ENTRIES,
    *information.ENTRIES,
    *pantheon.ENTRIES,
    *zones.ENTRIES,
    *multiplayer.ENTRIES,
    *abilities.ENTRIES,
    *numbers.ENTRIES,
)

INTERPRETATIONS: Mapping[str, Interpretation] = MappingProxyType({entry.id: entry for entry in _ALL})
"""All interpretations by id."""

__all__ = ["INTERPRETATIONS"]
