"""The state of a Champions game: players, lanes, cards on the field."""

from rules.champions.state.frame_data import (
    CountData,
    FrameData,
    Happening,
    LaneData,
    LeaveData,
    SweepData,
    TextData,
)
from rules.champions.state.model import COMPLETE, LANES, ChampionsState, Granted, Lane, LimboCard, Piece, Seat
from rules.champions.state.places import ZONES, Place, find_on_field, opposite_lane

__all__ = [
    "COMPLETE",
    "LANES",
    "ZONES",
    "ChampionsState",
    "CountData",
    "FrameData",
    "Granted",
    "Happening",
    "Lane",
    "LaneData",
    "LeaveData",
    "LimboCard",
    "Piece",
    "Place",
    "Seat",
    "SweepData",
    "TextData",
    "find_on_field",
    "opposite_lane",
]
