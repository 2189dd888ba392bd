"""The readings taken of the open points that the engine asks for, by their numbers.

>>> readings_of("CR-2018-11-own", ())[6], readings_of("CR-2018-11", (("CH-38", 1),))[38]
(1, 1)
"""

from functools import cache
from typing import Final

from rules.champions.interpretations import INTERPRETATIONS
from rules.engine.game import ChosenReadings

ROTATING: Final = 6
SECOND_ROTATION: Final = 7
LANE_BY_LANE: Final = 8
WHOSE_LEFT: Final = 9
AS_REACHED: Final = 10
EXHAUSTING: Final = 13
PAST_THE_END: Final = 14
OBJECTIVE_FIRST: Final = 16
IN_LIMBO: Final = 18
INTERRUPTING: Final = 19
WHO_ANSWERS: Final = 20
SAME_CARD: Final = 22
OTHERS_TURN: Final = 25
BLESSINGS_COUNT: Final = 26
DISENGAGED: Final = 28
FLOOR: Final = 34
OWN_CARDS: Final = 36
HAND_COUNTS: Final = 38


class ChoiceError(ValueError):
    """A reading was chosen that the engine does not play; the message says what can be."""


@cache
def readings_of(version: str, choices: ChosenReadings) -> tuple[int, ...]:
    """Return the index of the reading taken of each open point, by its number.

    Raises:
        ChoiceError: as ``deviating``.
    """
    taken = {entry.id: entry.preset(version) for entry in INTERPRETATIONS.values()}
    taken.update(deviating(version, choices))
    numbers = {int(identifier.removeprefix("CH-")): index for identifier, index in taken.items()}
    return tuple(numbers.get(number, 0) for number in range(max(numbers) + 1))


def deviating(version: str, choices: ChosenReadings) -> ChosenReadings:
    """Return those of ``choices`` that differ from the preset of ``version``, in the order of the points.

    Raises:
        ChoiceError: an unknown open point, one chosen twice, or a reading that cannot be chosen.
    """
    wrong = [problem for identifier, index in choices if (problem := _wrong(identifier, index))]
    named = [identifier for identifier, _ in choices]
    wrong += [f"{name} is chosen twice" for name in sorted({name for name in named if named.count(name) > 1})]
    if wrong:
        raise ChoiceError("; ".join(wrong))
    chosen = dict(choices)
    return tuple(
        (identifier, chosen[identifier])
        for identifier, entry in INTERPRETATIONS.items()
        if identifier in chosen and chosen[identifier] != entry.preset(version)
    )


def _wrong(identifier: str, index: int) -> str:
    entry = INTERPRETATIONS.get(identifier)
    if entry is None:
        return f"{identifier!r} is no interpretation of this game"
    if not 0 <= index < len(entry.alternatives):
        return f"{identifier} has no reading number {index + 1}; it has {len(entry.alternatives)}"
    if entry.selectable or index == entry.preset():
        return ""
    return f"{identifier} leaves no choice: {entry.fixed or 'it has one reading only.'}"
