"""What a game is at a moment, and how it is kept: its facts, log, copies, numbering, JSON, names for sentences.

Imports nothing of Epic but cards, effects, readings and variants; every other room stands on this one.
"""

from rules.engine.state import Frame
from rules.epic.state.model import (
    BATTLE_STEPS,
    DELAYED,
    EXPENDED,
    FLIPPED,
    GRANTED,
    LOST,
    PHASES,
    PREPARED,
    RIGHTEOUS,
    TIRED,
    AnyFrame,
    Champion,
    EpicState,
    Seat,
    Team,
    TextFrame,
    Trigger,
    changed,
    lost,
)

__all__ = [
    "BATTLE_STEPS",
    "DELAYED",
    "EXPENDED",
    "FLIPPED",
    "GRANTED",
    "LOST",
    "PHASES",
    "PREPARED",
    "RIGHTEOUS",
    "TIRED",
    "AnyFrame",
    "Champion",
    "EpicState",
    "Frame",
    "Seat",
    "Team",
    "TextFrame",
    "Trigger",
    "changed",
    "lost",
]
