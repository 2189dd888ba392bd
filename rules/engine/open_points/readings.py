"""Which reading of each open point a game is played with: the preset of its rules version, or what was chosen.

A game carries what deviates from the preset (``GameState.choices``) and, looked up once, the index taken for every
point by its number (``taken``), so that asking costs an engine no more than an index.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol

from rules.engine.game import ChosenReadings

NO_PRINTINGS: Final[Mapping[str, Sequence[Any]]] = MappingProxyType({})


class OpenPoint(Protocol):
    """A numbered decision where the printed rules of a game are silent or contradict themselves."""

    @property
    def id(self) -> str:
        """What it is cited by, like a rule; its number stands at the end, behind a dash."""

    @property
    def problem(self) -> str:
        """What the documents leave open."""

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The readings that are possible."""

    @property
    def selectable(self) -> bool:
        """Whether one of them can be chosen for a game."""

    @property
    def fixed(self) -> str:
        """Why none can be chosen, empty otherwise or where there is one only."""

    def preset(self, version: str = "") -> int:
        """Return the index of the reading that a version of the rules takes; of the newest without."""

    def decision(self, version: str = "") -> str:
        """Return the reading that a version of the rules takes, in words."""


class ChoiceError(ValueError):
    """A reading was chosen that the engine does not play; the message says what can be chosen."""


def number(identifier: str) -> int:
    """Return the number of an open point.

    >>> number("I-57")
    57
    """
    return int(identifier.rpartition("-")[2])


def taken(points: Mapping[str, OpenPoint], version: str, choices: ChosenReadings) -> tuple[int, ...]:
    """Return the index of the reading taken of each open point, by its number.

    Args:
        points: the open points of the game, by id.
        version: rules version, the preset.
        choices: as ``deviating`` returns them.
    """
    indexes = {number(point.id): point.preset(version) for point in points.values()}
    indexes.update((number(identifier), index) for identifier, index in choices if identifier in points)
    return tuple(indexes.get(each, 0) for each in range(1 + max(indexes)))


def deviating(
    points: Mapping[str, OpenPoint],
    version: str,
    choices: ChosenReadings,
    printings: Mapping[str, Sequence[Any]] = NO_PRINTINGS,
) -> ChosenReadings:
    """Return those of ``choices`` that differ from the preset of ``version``: open points in order, then cards.

    Args:
        points: the open points of the game, by id.
        version: rules version, the preset.
        choices: pairs of a point's id and the index of the reading taken, and of a card's name and the index of the
            printing taken where that is not the newest.
        printings: of each card that was reworded its printings, the newest first.

    Raises:
        ChoiceError: an unknown open point, one chosen twice, or a reading that cannot be chosen.
    """
    wrong = [problem for identifier, index in choices if (problem := _wrong(points, identifier, index, printings))]
    named = [identifier for identifier, _ in choices]
    wrong += [f"{name} is chosen twice" for name in sorted({name for name in named if named.count(name) > 1})]
    if wrong:
        raise ChoiceError("; ".join(wrong))
    chosen = dict(choices)
    readings = tuple(
        (identifier, chosen[identifier])
        for identifier, point in points.items()
        if identifier in chosen and chosen[identifier] != point.preset(version)
    )
    return (*readings, *((name, chosen[name]) for name in printings if chosen.get(name)))


def _wrong(points: Mapping[str, OpenPoint], identifier: str, index: int, printings: Mapping[str, Sequence[Any]]) -> str:
    """Return why the reading cannot be chosen, empty when it can."""
    point, several = points.get(identifier), printings.get(identifier)
    if several is not None:
        return "" if 0 <= index < len(several) else f"{identifier} has no printing number {index + 1}"
    if point is None:
        can = ", ".join(known.id for known in points.values() if known.selectable)
        return f"{identifier!r} is no interpretation; those with a choice are {can}"
    if not 0 <= index < len(point.alternatives):
        listed = " ".join(f"{which}: {text}" for which, text in enumerate(point.alternatives, 1))
        return f"{identifier} has no reading number {index + 1}; it has {listed}"
    if point.selectable or index == point.preset():
        return ""
    why = point.fixed or "it has one reading only."
    return f"{identifier} leaves no choice: {why} The engine plays: {point.decision()}"
