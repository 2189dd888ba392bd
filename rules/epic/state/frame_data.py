"""Typed data of each kind of stack frame and trigger.

They are ``Frame.data`` and ``Trigger.data``. Each key is declared in the ``TypedDict`` of its kind of frame, and in
``VALUE_KINDS`` with the kind of its values; a test compares both. The kinds are used to renumber a game for its digest
and to describe it as a position.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias, TypedDict, cast

from rules.engine.ids import FIRST_OBJECT

DepartedChampion: TypeAlias = tuple[int, int, int, int, int, str]
"""Object, controller, owner, offense, defense and destination of a champion that left play."""
Share: TypeAlias = tuple[int, int, int]
"""Source, target and points of damage."""


class LeftData(TypedDict, total=False):
    """Data with ``left``, the number of cards still to come."""

    left: int


class RulesData(TypedDict, total=False):
    """Data with ``rules``, the citations for the log."""

    rules: tuple[str, ...]


class RevealedData(TypedDict, total=False):
    """Data with ``revealed``, the cards revealed on top of a deck."""

    revealed: tuple[int, ...]


class DrawData(LeftData, RulesData, total=False):
    """Data of a ``draw`` frame."""


class RevealTopData(LeftData, RevealedData, total=False):
    """Data of a ``reveal-top`` frame."""


class DiscardData(TypedDict, total=False):
    """Data of a ``discard`` frame: number of cards, and the player who causes it."""

    count: int
    by: int


class PathData(TypedDict, total=False):
    """Location of a text: path of its instructions, and its card unless the source."""

    path: tuple[int, ...]
    text: str


class TextData(PathData, RevealedData, total=False):
    """Data of a text being executed (``effects``, ``tribute``, ``loyalty``).

    ``picks``: picks of the current instruction. ``used``: number of them used so far. ``picked``, ``number``: the last
    picks and their number. ``affected``: what the previous instruction applied to. ``that``: what triggered the
    ability. ``side``: whether ``that`` stands for its whole team. ``gone``: champions that left play during the text.
    ``earlier``: number of 1-cost cards played before its own. ``seats``, ``given``: players asked in turn and their
    choices. ``mode``: chosen effect of a card that the text plays.
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
    """Data of a ``cost`` frame: the picks, and the index of the offer in its text."""

    at: int


class EventCardData(TypedDict, total=False):
    """Data of an ``event-card`` frame.

    ``allies``: whether ally abilities trigger on it. ``hearing``: sources that would have triggered before it resolved.
    """

    allies: int
    hearing: tuple[int, ...]


class DoomData(TypedDict, total=False):
    """Data of a ``break-at-end`` frame: the champions that break."""

    doomed: tuple[int, ...]


class RighteousData(TypedDict, total=False):
    """Data of a ``righteous`` frame: the health to gain."""

    gain: int


class DamageData(RulesData, total=False):
    """Data of a ``battle-damage`` frame: the shares assigned so far."""

    shares: tuple[Share, ...]


class MulliganData(TypedDict, total=False):
    """Data of a ``mulligan-loss`` frame: the health to lose."""

    health: int


class FrameData(
    CostData, DrawData, RevealTopData, DiscardData, EventCardData, DoomData, RighteousData, DamageData, MulliganData,
    total=False,
):  # fmt: skip
    """Data of a frame of any kind, or of a trigger, which becomes a frame."""


class ValueKind(StrEnum):
    """The kind of the values under a key of frame data."""

    REF = "one reference: a player, a card, something in play"
    REFS = "references, in order; simultaneous picks are a nested tuple"
    SHARES = "shares of damage: source, target and points each"
    NUMBER = "a number or a boolean"
    PATH = "location in a card text: ability, mode, index of each nested list"
    RULES = "citations for the log; not part of the state"
    TRANSIENT = "recomputed whenever the frame continues; not part of the state"
    PLAIN = "plain data of any shape, in which only object numbers are references"


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
    "used": ValueKind.TRANSIENT,
}
"""The kind of each key; missing keys are ``PLAIN``."""

NOT_PERSISTENT: Final = (ValueKind.RULES, ValueKind.TRANSIENT)


def value_kind(name: str) -> ValueKind:
    """Return the kind of the values under the key ``name``."""
    return VALUE_KINDS.get(name, ValueKind.PLAIN)


def persistent_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the items of ``data`` that belong to the game state, sorted by key."""
    return {name: data[name] for name in sorted(data) if value_kind(name) not in NOT_PERSISTENT}


def references(data: FrameData) -> Iterator[int]:
    """Yield all references in ``data`` in order of their keys."""
    for name, value in sorted(data.items()):
        yield from _iter_references(name, value)


def _iter_references(name: str, value: Any) -> Iterator[int]:
    match value_kind(name):
        case ValueKind.REF:
            yield value
        case ValueKind.REFS:
            yield from _flatten(value)
        case ValueKind.SHARES:
            yield from (ref for source, target, _ in value for ref in (source, target))
        case ValueKind.PLAIN:
            yield from _iter_objects(value)


def _flatten(refs: tuple[Any, ...]) -> Iterator[int]:
    for ref in refs:
        yield from ref if isinstance(ref, tuple) else (ref,)


def _iter_objects(value: Any) -> Iterator[int]:
    if isinstance(value, tuple | list):
        for item in value:
            yield from _iter_objects(item)
    elif isinstance(value, int) and value >= FIRST_OBJECT:
        yield value


def renumber_data(data: FrameData, numbers: dict[int, int]) -> FrameData:
    """Return ``data`` with each reference replaced by its number in ``numbers``.

    References without a number stay.
    """
    return cast("FrameData", {name: _renumber_value(name, value, numbers) for name, value in data.items()})


def _renumber_value(name: str, value: Any, numbers: dict[int, int]) -> Any:
    match value_kind(name):
        case ValueKind.REF:
            return numbers.get(value, value)
        case ValueKind.REFS:
            return tuple(
                tuple(numbers.get(number, number) for number in ref)
                if isinstance(ref, tuple)
                else numbers.get(ref, ref)
                for ref in value
            )
        case ValueKind.SHARES:
            return tuple(
                (numbers.get(number, number), numbers.get(other, other), points) for number, other, points in value
            )
        case ValueKind.PLAIN:
            return _renumber_objects(value, numbers)
    return value


def _renumber_objects(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, tuple | list):
        return tuple(_renumber_objects(item, numbers) for item in value)
    return numbers.get(value, value) if isinstance(value, int) and value >= FIRST_OBJECT else value
