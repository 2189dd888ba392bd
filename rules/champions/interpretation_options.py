"""The interpretations that the engine uses, with the chosen option of each.

>>> option_indexes("CR-2018-11-own", ())[6], option_indexes("CR-2018-11", (("CH-38", 1),))[38]
(1, 1)
"""

from functools import cache
from typing import Final

from rules.champions.interpretations import INTERPRETATIONS
from rules.engine import interpretations
from rules.engine.game import ChosenOptions

ROTATING: Final = 6
SECOND_ROTATION: Final = 7
LANE_BY_LANE: Final = 8
WHOSE_LEFT: Final = 9
AS_REACHED: Final = 10
ACTS_AGAIN: Final = 11
EXHAUSTING: Final = 13
PAST_THE_END: Final = 14
OBJECTIVE_FIRST: Final = 16
ENTERS_FIRST: Final = 17
IN_LIMBO: Final = 18
INTERRUPTING: Final = 19
WHO_ANSWERS: Final = 20
SAME_CARD: Final = 22
OTHERS_TURN: Final = 25
BLESSINGS_COUNT: Final = 26
DISENGAGED: Final = 28
TOP_CARD_ALONE: Final = 31
FLOOR: Final = 34
OWN_CARDS: Final = 36
HAND_COUNTS: Final = 38
TOP_CARD_GIVEN_UP: Final = 41
SPELL_IF_ENGAGED: Final = 54


@cache
def option_indexes(version: str, choices: ChosenOptions) -> tuple[int, ...]:
    """Return the index of the chosen option of each interpretation, by its number.

    Raises:
        InterpretationError: as ``rules.engine.interpretations.non_default_options``.
    """
    return interpretations.option_indexes(
        INTERPRETATIONS, version, interpretations.non_default_options(INTERPRETATIONS, version, choices)
    )
