"""The state of a game: data classes, log, copies, numbering, JSON, display names.

Imports only cards, effects, interpretation options and variants of Epic; all other packages build on it.
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
