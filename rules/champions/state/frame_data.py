"""Data of each kind of stack frame (``Frame.data``)."""

from typing import TypeAlias, TypedDict

Happening: TypeAlias = tuple[str, int, int, int, int]
"""What has happened: ``deployed played after-played used damaged healed start end``; owner, number and lane of the card
that did it or came; the player it was done to."""


class LaneData(TypedDict, total=False):
    """Data of ``play``, ``use``, ``reveal`` and ``exhaust``: the lane, from 0."""

    lane: int


class TextData(LaneData, total=False):
    """Data of ``text``: line of the card, and its initial value and corner, or -1."""

    line: int
    value: int
    corner: int


class SweepData(TypedDict, total=False):
    """Data of ``sweep``: the event, and the cards that may react (CH-20)."""

    event: Happening
    there: tuple[int, ...]


class DrawData(TypedDict, total=False):
    """Data of ``draw``: number of cards left to draw, and the reason."""

    left: int
    why: str


class FrameData(TextData, SweepData, DrawData, total=False):
    """Data of any kind of stack frame."""
