"""What each kind of frame remembers (``Frame.data``)."""

from typing import TypeAlias, TypedDict

Happening: TypeAlias = tuple[str, int, int, int, int]
"""What has happened: ``deployed played after-played used damaged healed start end``; owner, number and lane of the card
that did it or came; the player it was done to."""


class LaneData(TypedDict, total=False):
    """What ``play``, ``use``, ``reveal`` and ``exhaust`` remember: the lane, from 0."""

    lane: int


class TextData(LaneData, total=False):
    """What ``text`` remembers: the line of the card, and with which value and on which corner it was begun, or -1."""

    line: int
    value: int
    corner: int


class SweepData(TypedDict, total=False):
    """What ``sweep`` remembers: the event, and what lay there when it happened, where only that may answer (CH-20)."""

    event: Happening
    there: tuple[int, ...]


class DrawData(TypedDict, total=False):
    """What ``draw`` remembers: how many cards are left to draw, and why they are drawn."""

    left: int
    why: str


class FrameData(TextData, SweepData, DrawData, total=False):
    """What a frame of any kind remembers."""
