"""What a game is at a moment, and how it is kept: its facts, log, copies, numbering, JSON, names for sentences.

Imports nothing of Epic but cards, effects, readings and variants; every other room stands on this one.
"""

from rules.engine.state import Frame
from rules.epic.state.model import (
    ABILITIES_LOST,
    BATTLE_STEPS,
    DELAYED,
    EXPENDED,
    FLIPPED,
    GRANTED,
    PHASES,
    PREPARED,
    PREPARES_AT_END,
    RIGHTEOUS,
    AnyFrame,
    Champion,
    EpicState,
    Seat,
    Team,
    TextFrame,
    Trigger,
    clear_values,
    has_lost_abilities,
)

__all__ = [
    "ABILITIES_LOST",
    "BATTLE_STEPS",
    "DELAYED",
    "EXPENDED",
    "FLIPPED",
    "GRANTED",
    "PHASES",
    "PREPARED",
    "PREPARES_AT_END",
    "RIGHTEOUS",
    "AnyFrame",
    "Champion",
    "EpicState",
    "Frame",
    "Seat",
    "Team",
    "TextFrame",
    "Trigger",
    "clear_values",
    "has_lost_abilities",
]
