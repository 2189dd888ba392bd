"""Reference numbers: seats, cards and objects in play share one range of integers.

============  ==================================================================================================
seats         0 to 9: a player (``CHANCE``, -1, stands for chance)
cards         10 to 9,999: a card for the whole game, in any zone; each kind of token has one number from 9,000 up
in play       10,000 and up: an object in play; a card that leaves and re-enters play gets a new number (I-52)
============  ==================================================================================================
"""

from typing import Final

CHANCE: Final = -1
FIRST_CARD: Final = 10
FIRST_TOKEN_KIND: Final = 9_000
FIRST_OBJECT: Final = 10_000


def is_seat(ref: int) -> bool:
    """Return True if ``ref`` is a seat."""
    return 0 <= ref < FIRST_CARD


def is_card(ref: int) -> bool:
    """Return True if ``ref`` is a card or a kind of token, not an object in play."""
    return FIRST_CARD <= ref < FIRST_OBJECT


def is_object(ref: int) -> bool:
    """Return True if ``ref`` is an object in play."""
    return ref >= FIRST_OBJECT
