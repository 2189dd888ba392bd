"""The option that a game uses for each interpretation of an open rules question.

Presets depend on the rules version; ``choices`` override them. ``resolve_options`` returns the option index of every
interpretation by its number, so the engine only reads ``state.options[AFTER_BLOCKS]``.

>>> resolve_options("RB-2017", ())[AFTER_BLOCKS], resolve_options("CR-2016-03", ())[AFTER_BLOCKS]
(0, 1)
>>> deviating_options("CR-2016-03", (("I-57", 1), ("I-40", 1)))
(('I-57', 1),)
"""

from functools import cache
from typing import TYPE_CHECKING, Final

from rules.decks.catalogue import Catalogue
from rules.engine import interpretations
from rules.engine.game import ChosenOptions
from rules.epic.cards import CATALOGUE, Card
from rules.epic.interpretations import INTERPRETATIONS

if TYPE_CHECKING:
    from rules.epic.state import EpicState

AMBUSH_DEPLOYING: Final = 10
POWERS_ON_OTHER_TURNS: Final = 11
DRAWING_OUT: Final = 17
ALL_AT_ZERO: Final = 19
PAYING_HEALTH: Final = 22
CONCEDING: Final = 23
FIRST_DRAW: Final = 25
MULLIGAN_ORDER: Final = 27
FIRST_GOLD: Final = 32
MORE_GOLD: Final = 33
ENTERED_IN_START: Final = 35
FLIPPED_PREPARED: Final = 36
EXPENDED_PREPARED: Final = 37
END_OFFERED: Final = 38
BEFORE_BLOCKS: Final = 39
AFTER_BLOCKS: Final = 40
FURTHER_ROUND: Final = 41
DAMAGE_TRIGGERS: Final = 45
LATE_TRIGGERS: Final = 48
TRIBUTE_TARGETS: Final = 51
ALLY_TIME: Final = 57
ALLY_COST: Final = 58
RECYCLED_ORDER: Final = 69
ABLE_BLOCKERS: Final = 74
BLOCKERS_GONE: Final = 75
ATTACKERS_GONE: Final = 76
EXPENDED_LEAVES: Final = 77
EXPENDED_DEALS: Final = 78
EXTRA_BREAKTHROUGH: Final = 79
BREAKTHROUGH_CHOICE: Final = 80
DAMAGED_BLOCKERS: Final = 81
DIVIDING: Final = 83
WHEN_BROKEN: Final = 85
DEFENSE_FALLS: Final = 86
DISCARD_TRIGGERS: Final = 89
WHO_DISCARDS: Final = 90
RIGHTEOUS_OVERKILL: Final = 92
ATTACKS_A_TURN: Final = 93
DEPLOYING_BLOCKS: Final = 96
ENDLESS: Final = 102
NO_DEFENSE_UNBREAKABLE: Final = 105
LOYALTY_ASKED: Final = 109
BREAKING_TOGETHER: Final = 122
FALLEN_TOGETHER: Final = 117
DAMAGE_OBSERVED: Final = 131
GAINS_IN_HAND: Final = 153
MEMBER_MEANT: Final = 154
UNBLOCKED_EARLY: Final = 155


@cache
def resolve_options(version: str, choices: ChosenOptions, cards: Catalogue[Card] = CATALOGUE) -> tuple[int, ...]:
    """Return the option index of each interpretation, by interpretation number.

    Raises:
        InterpretationError: as ``deviating_options``.
    """
    return tuple(interpretations.option_indexes(INTERPRETATIONS, version, deviating_options(version, choices, cards)))


def deviating_options(version: str, choices: ChosenOptions, cards: Catalogue[Card] = CATALOGUE) -> ChosenOptions:
    """Return the ``choices`` that differ from the preset of ``version``.

    Args:
        version: rules version.
        choices: pairs of an interpretation and an option index, or of a card and the index of a printing.
        cards: the cards of the game.

    Raises:
        InterpretationError: an interpretation is unknown or chosen twice, or has no such option.
    """
    return interpretations.non_default_options(INTERPRETATIONS, version, choices, cards.reworded)


def cite_by_option(state: "EpicState", point: int, first: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the citations of the option that ``point`` uses.

    They are ``first`` for its first option, else ``other``.
    """
    return other if state.options[point] else first
