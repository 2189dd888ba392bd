"""What each kind of frame remembers, by name and type (``Frame.data``, ``Trigger.data``), and what the values mean.

Whoever stores something under a new name adds it to the kind of frame that has it, and says here what it means; a test
holds the two to one another. A game is numbered anew for its digest, and put into words for a position, by the table of
meanings.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias, TypedDict, cast

from rules.engine.ids import FIRST_OBJECT

DepartedChampion: TypeAlias = tuple[int, int, int, int, int, str]
"""A champion that left play while a text was carried out: object, controller, owner, offense, defense, where to."""
Share: TypeAlias = tuple[int, int, int]
"""Damage: its source, its target, points."""


class LeftData(TypedDict, total=False):
    """``left``: how many cards are still to come."""

    left: int


class RulesData(TypedDict, total=False):
    """``rules``: what the log will cite."""

    rules: tuple[str, ...]


class RevealedData(TypedDict, total=False):
    """``revealed``: cards turned up on top of a deck."""

    revealed: tuple[int, ...]


class DrawData(LeftData, RulesData, total=False):
    """What a ``draw`` remembers."""


class RevealTopData(LeftData, RevealedData, total=False):
    """What ``reveal-top`` remembers."""


class DiscardData(TypedDict, total=False):
    """What a ``discard`` remembers: how many cards, and who makes the player discard."""

    count: int
    by: int


class PathData(TypedDict, total=False):
    """Where a text stands: the list of instructions in it, and the card, where it is not that of the source."""

    path: tuple[int, ...]
    text: str


class TextData(PathData, RevealedData, total=False):
    """What a text remembers that is carried out (``effects``, ``tribute``, ``loyalty``).

    ``picks``: what the current instruction has been given, ``used``: how many of them it has gone through. ``picked``,
    ``number``: what was picked last, and how many. ``affected``: what the instruction before really applied to.
    ``that``: what triggered it. ``side``: ``that`` stands for its whole team. ``gone``: what it has seen leave play.
    ``earlier``: 1-cost cards played before its own. ``seats``, ``given``: who is asked in turn, and what they gave.
    ``mode``: the effect chosen of a card that it plays.
    """

    affected: tuple[int, ...]
    earlier: int
    given: tuple[int, ...]
    gone: tuple[DepartedChampion, ...]
    mode: int
    number: int
    picked: tuple[int, ...]
    picks: tuple[Any, ...]
    seats: tuple[int, ...]
    side: int
    that: tuple[int, ...]
    used: int


class CostData(TextData, total=False):
    """What a ``cost`` remembers: the place of the offer in its text; it is picked for as a text picks."""

    at: int


class EventCardData(TypedDict, total=False):
    """What an ``event-card`` remembers: whether ally abilities hear it, and which would have before it resolved."""

    allies: int
    hearing: tuple[int, ...]


class DoomData(TypedDict, total=False):
    """What ``break-at-end`` remembers: what breaks."""

    doomed: tuple[int, ...]


class RighteousData(TypedDict, total=False):
    """What ``righteous`` remembers: the health to gain."""

    gain: int


class DamageData(RulesData, total=False):
    """What ``battle-damage`` remembers: the shares that have been assigned."""

    shares: tuple[Share, ...]


class MulliganData(TypedDict, total=False):
    """What a ``mulligan-loss`` remembers: the health to lose."""

    health: int


class FrameData(
    CostData, DrawData, RevealTopData, DiscardData, EventCardData, DoomData, RighteousData, DamageData, MulliganData,
    total=False,
):  # fmt: skip
    """What a frame of any kind remembers, and a trigger, which becomes one."""


class ValueKind(StrEnum):
    """What the values under one name are."""

    REF = "one reference: a player, a card, something in play"
    REFS = "references, in order; what was picked together is a group of its own"
    SHARES = "shares of damage: source, target and points each"
    NUMBER = "a number, or yes or no"
    PATH = "where in the text of a card: ability, mode, position of each nested list"
    RULES = "citations for the log; no fact of the game"
    PASSING = "worked out anew whenever the frame goes on; no fact of the game"
    PLAIN = "plain data of any shape, in which only numbers of things in play are references"


VALUE_KINDS: Final[dict[str, ValueKind]] = {
    "affected": ValueKind.REFS,
    "allies": ValueKind.NUMBER,
    "at": ValueKind.NUMBER,
    "by": ValueKind.REF,
    "count": ValueKind.NUMBER,
    "doomed": ValueKind.REFS,
    "earlier": ValueKind.NUMBER,
    "gain": ValueKind.NUMBER,
    "given": ValueKind.REFS,
    "gone": ValueKind.PLAIN,
    "health": ValueKind.NUMBER,
    "hearing": ValueKind.REFS,
    "left": ValueKind.NUMBER,
    "mode": ValueKind.NUMBER,
    "number": ValueKind.NUMBER,
    "path": ValueKind.PATH,
    "picked": ValueKind.REFS,
    "picks": ValueKind.REFS,
    "revealed": ValueKind.REFS,
    "rules": ValueKind.RULES,
    "seats": ValueKind.REFS,
    "shares": ValueKind.SHARES,
    "side": ValueKind.NUMBER,
    "text": ValueKind.PLAIN,
    "that": ValueKind.REFS,
    "used": ValueKind.PASSING,
}
"""The meaning of each name; a name that is missing is ``PLAIN``."""

NOT_PERSISTENT: Final = (ValueKind.RULES, ValueKind.PASSING)


def value_kind(name: str) -> ValueKind:
    """Return what the values under ``name`` mean."""
    return VALUE_KINDS.get(name, ValueKind.PLAIN)


def persistent_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of ``data`` that is a fact of the game, sorted by name."""
    return {name: data[name] for name in sorted(data) if value_kind(name) not in NOT_PERSISTENT}


def references(data: FrameData) -> Iterator[int]:
    """Yield everything that is referred to, name by name, in order."""
    for name, value in sorted(data.items()):
        yield from _references(name, value)


def _references(name: str, value: Any) -> Iterator[int]:
    match value_kind(name):
        case ValueKind.REF:
            yield value
        case ValueKind.REFS:
            yield from _flat(value)
        case ValueKind.SHARES:
            yield from (ref for source, target, _ in value for ref in (source, target))
        case ValueKind.PLAIN:
            yield from _objects(value)


def _flat(refs: tuple[Any, ...]) -> Iterator[int]:
    for ref in refs:
        yield from ref if isinstance(ref, tuple) else (ref,)


def _objects(value: Any) -> Iterator[int]:
    if isinstance(value, tuple | list):
        for item in value:
            yield from _objects(item)
    elif isinstance(value, int) and value >= FIRST_OBJECT:
        yield value


def renumber_data(data: FrameData, numbers: dict[int, int]) -> FrameData:
    """Return ``data`` with its references replaced by ``numbers``; what has no new number keeps its own."""
    return cast("FrameData", {name: _with_numbers(name, value, numbers) for name, value in data.items()})


def _with_numbers(name: str, value: Any, numbers: dict[int, int]) -> Any:
    """Return a value with its references replaced by ``numbers``; what has no new number keeps its own."""
    match value_kind(name):
        case ValueKind.REF:
            return numbers.get(value, value)
        case ValueKind.REFS:
            return tuple(
                tuple(numbers.get(one, one) for one in ref) if isinstance(ref, tuple) else numbers.get(ref, ref)
                for ref in value
            )
        case ValueKind.SHARES:
            return tuple((numbers.get(one, one), numbers.get(other, other), points) for one, other, points in value)
        case ValueKind.PLAIN:
            return _with_objects(value, numbers)
    return value


def _with_objects(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, tuple | list):
        return tuple(_with_objects(item, numbers) for item in value)
    return numbers.get(value, value) if isinstance(value, int) and value >= FIRST_OBJECT else value
