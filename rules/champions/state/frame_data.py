"""The types of the data that each kind of stack frame stores (``Frame.data``)."""

from typing import TypeAlias, TypedDict

Happening: TypeAlias = tuple[str, int, int, int, int]
"""An event for triggers: its kind (``deployed played after-played used damaged healed start end``); owner, number
and lane of the card that caused it; the affected player."""


class LaneData(TypedDict, total=False):
    """Data of ``play``, ``use``, ``reveal`` and ``exhaust``: the lane, from 0."""

    lane: int


class TextData(LaneData, total=False):
    """Data of ``text``: a line of a card.

    Its value and corner at the start are -1 if there are none.
    """

    line: int
    value: int
    corner: int


class SweepData(TypedDict, total=False):
    """Data of ``sweep``: the event, and the cards that may react to it (CH-20)."""

    event: Happening
    there: tuple[int, ...]


class DrawData(TypedDict, total=False):
    """Data of ``draw``: the number of cards left to draw, and the reason."""

    left: int
    why: str


class FrameData(TextData, SweepData, DrawData, total=False):
    """The union of the data of all kinds of stack frames."""
