"""One number line for everything an answer can point at, so that a reference is a plain ``int``.

============  ==================================================================================================
seats         0 to 9: a player (``CHANCE``, -1, stands for the shuffle)
cards         10 to 9,999: a card for the whole game, wherever it is; token kinds have one each from 9,000 up
in play       10,000 and up: one stay of a card or token in play; leaving and coming back makes a new one (I-52)
============  ==================================================================================================
"""

from typing import Final

CHANCE: Final = -1
FIRST_CARD: Final = 10
FIRST_TOKEN_KIND: Final = 9_000
FIRST_OBJECT: Final = 10_000


def is_seat(ref: int) -> bool:
    """Whether ``ref`` names a player."""
    return 0 <= ref < FIRST_CARD


def is_card(ref: int) -> bool:
    """Whether ``ref`` names a card (or a kind of token) and not one stay in play."""
    return FIRST_CARD <= ref < FIRST_OBJECT


def is_object(ref: int) -> bool:
    """Whether ``ref`` names something in play."""
    return ref >= FIRST_OBJECT
