"""The state of a Champions game: players, lanes, cards on the field."""

from rules.champions.state.frame_data import (
    DrawData,
    FrameData,
    Happening,
    LaneData,
    SweepData,
    TextData,
)
from rules.champions.state.model import COMPLETE, LANES, ChampionsState, Lane, Piece, Seat
from rules.champions.state.places import ZONES, Place, find_on_field, opposite_lane

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
    "find_on_field",
    "opposite_lane",
]
