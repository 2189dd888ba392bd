"""The state of a game of Champions: players, lanes, pieces; plain data. It may import cards, effects and readings."""

from rules.champions.state.frame_data import (
    DrawData,
    FrameData,
    Happening,
    LaneData,
    SweepData,
    TextData,
)
from rules.champions.state.model import COMPLETE, LANES, ChampionsState, Lane, Piece, Seat
from rules.champions.state.places import ZONES, Place, facing, find

__all__ = [
    "COMPLETE",
    "LANES",
    "ZONES",
    "ChampionsState",
    "DrawData",
    "FrameData",
    "Happening",
    "Lane",
    "LaneData",
    "Piece",
    "Place",
    "Seat",
    "SweepData",
    "TextData",
    "facing",
    "find",
]
