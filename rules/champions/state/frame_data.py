"""The types of the data that each kind of stack frame stores (``Frame.data``)."""

from typing import NamedTuple, TypedDict


class Happening(NamedTuple):
    """An event for triggers.

    Attributes:
        kind: ``played deployed after-played used damaged healed removed exhausted left drawn discarded revealed
            objective start end``.
        owner: the owner of the card that caused it.
        cid: that card; 0 for none.
        lane: the lane of the Champion that controls it, from 0.
        player: the affected player.
        amount: the damage or health.
        subject: the card that it happened to, if it is another than ``cid``; else 0.
        subject_lane: the lane of that card.
    """

    kind: str
    owner: int
    cid: int
    lane: int
    player: int
    amount: int = 0
    subject: int = 0
    subject_lane: int = 0


class LaneData(TypedDict, total=False):
    """Data of ``play``, ``deploy``, ``use``, ``reveal`` and ``exhaust``.

    This is the lane, from 0.
    """

    lane: int


class TextData(LaneData, total=False):
    """Data of ``text``: a line of a card.

    Its value and corner at the start are -1 if there are none. The rest describes the current instruction: the cards
    picked for it, the cards selected last (``it``), whether the instruction before had an effect, the chosen option.
    ``given`` and ``part`` name the card and instruction that added the line, if it is not printed on the card.
    """

    line: int
    value: int
    corner: int
    given: str
    part: int
    picked: tuple[int, ...]
    it: tuple[int, ...]
    done: bool
    option: int


class SweepData(TypedDict, total=False):
    """Data of ``sweep``: the event, and the cards that may react to it (CH-20)."""

    event: Happening
    there: tuple[int, ...]


class CountData(TypedDict, total=False):
    """Data of ``draw``, ``discard`` and ``rotate``.

    These are the number left to do, and the reason or direction.
    """

    left: int
    why: str


class LeaveData(LaneData, total=False):
    """Data of ``remove``, ``return``, ``swap`` and ``replace``.

    These are the cards, and the card that takes their place.
    """

    cards: tuple[int, ...]
    new: int


class FrameData(TextData, SweepData, CountData, LeaveData, total=False):
    """The union of the data of all kinds of stack frames."""
