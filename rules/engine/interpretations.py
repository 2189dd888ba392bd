r"""Open rules of a game, and the option that a game uses for each.

A game stores the options that differ from the default of its rules version (``GameState.choices``). The options of all
open rules are also looked up once and stored as a sequence of indexes by number, so that an engine reads them quickly.

>>> used: set[int] = set()
>>> options = TrackedOptions(b"\0\1", used)
>>> options[1], used
(1, {1})
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol, overload

from rules.engine.game import ChosenOptions

NO_PRINTINGS: Final[Mapping[str, Sequence[Any]]] = MappingProxyType({})


class OpenRule(Protocol):
    """A rule that the printed documents leave open or contradict."""

    @property
    def id(self) -> str:
        """The id for citations, which ends with a dash and a number (``I-40``)."""

    @property
    def problem(self) -> str:
        """The question that the printed documents leave open."""

    @property
    def options(self) -> tuple[str, ...]:
        """The possible options, in words."""

    @property
    def is_selectable(self) -> bool:
        """True if an option can be chosen for a game."""

    @property
    def fixed_reason(self) -> str:
        """Why no option can be chosen; empty if there is a choice or only one option."""

    def default_option(self, version: str = "") -> int:
        """Return the index of a rules version's default option.

        By default that of the newest version.
        """

    def default_text(self, version: str = "") -> str:
        """Return the default option of a rules version, in words."""


class InterpretationError(ValueError):
    """The engine does not support the chosen option; the message lists the valid ones."""


def interpretation_number(identifier: str) -> int:
    """Return the number of an interpretation by its id.

    >>> interpretation_number("I-57")
    57
    """
    return int(identifier.rpartition("-")[2])


class TrackedOptions(Sequence[int]):
    """The option index of every interpretation by number, which records the ones read."""

    __slots__ = ("_indexes", "_used")

    def __init__(self, indexes: Iterable[int], used: set[int]) -> None:
        """Store the ``indexes``; the number of each one that is read is added to ``used``."""
        self._indexes = tuple(indexes)
        self._used = used

    @overload
    def __getitem__(self, number: int) -> int: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[int]: ...

    def __getitem__(self, number: int | slice) -> int | Sequence[int]:
        if isinstance(number, slice):
            self._used.update(range(*number.indices(len(self._indexes))))
            return self._indexes[number]
        self._used.add(number)
        return self._indexes[number]

    def __len__(self) -> int:
        return len(self._indexes)


def option_indexes(points: Mapping[str, OpenRule], version: str, choices: ChosenOptions) -> tuple[int, ...]:
    """Return the index of the option in force for each interpretation, by its number.

    Args:
        points: the open rules of the game, by id.
        version: the rules version, which has the defaults.
        choices: the options that differ from the defaults, as ``non_default_options`` returns them.
    """
    indexes = {interpretation_number(point.id): point.default_option(version) for point in points.values()}
    indexes.update((interpretation_number(identifier), index) for identifier, index in choices if identifier in points)
    return tuple(indexes.get(each, 0) for each in range(1 + max(indexes)))


def non_default_options(
    points: Mapping[str, OpenRule],
    version: str,
    choices: ChosenOptions,
    printings: Mapping[str, Sequence[Any]] = NO_PRINTINGS,
) -> ChosenOptions:
    """Return the ``choices`` that differ from the defaults of ``version``.

    Args:
        points: the open rules of the game, by id.
        version: the rules version, which has the defaults.
        choices: pairs of the id of an interpretation and the index of its option, or of a card's name and the index of
            its printing where that is not the newest.
        printings: the printings of each card whose text was changed, the newest first.

    Returns:
        the interpretations in order, then the cards.

    Raises:
        InterpretationError: an interpretation is unknown or chosen twice, or the option cannot be chosen.
    """
    errors = [error for identifier, index in choices if (error := _error(points, identifier, index, printings))]
    ids = [identifier for identifier, _ in choices]
    errors += [f"{name} is chosen twice" for name in sorted({name for name in ids if ids.count(name) > 1})]
    if errors:
        raise InterpretationError("; ".join(errors))
    chosen = dict(choices)
    options = tuple(
        (identifier, chosen[identifier])
        for identifier, point in points.items()
        if identifier in chosen and chosen[identifier] != point.default_option(version)
    )
    return (*options, *((name, chosen[name]) for name in printings if chosen.get(name)))


def _error(points: Mapping[str, OpenRule], identifier: str, index: int, printings: Mapping[str, Sequence[Any]]) -> str:
    """Return the error of a chosen option; empty if the choice is valid."""
    point, several = points.get(identifier), printings.get(identifier)
    if several is not None:
        return "" if 0 <= index < len(several) else f"{identifier} has no printing number {index + 1}"
    if point is None:
        can = ", ".join(interpretation.id for interpretation in points.values() if interpretation.is_selectable)
        return f"{identifier!r} is no interpretation; those with a choice are {can}"
    if not 0 <= index < len(point.options):
        listed = " ".join(f"{which}: {text}" for which, text in enumerate(point.options, 1))
        return f"{identifier} has no option {index + 1}; it has {listed}"
    if point.is_selectable or index == point.default_option():
        return ""
    reason = point.fixed_reason or "it has only one option."
    return f"{identifier} has no choice of options: {reason} The engine plays: {point.default_text()}"
