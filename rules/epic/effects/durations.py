"""Durations of effects."""

from enum import StrEnum


class Lasts(StrEnum):
    """Duration of a modification or change of control; leaving play ends it (I-52)."""

    END_OF_TURN = "end of turn"  # removed in 4.5.2d, after damage (I-88)
    IN_PLAY = "in play"  # 5.0.7, 5.3.7
