"""Traits of Epic cards that rules refer to: alignments, card types, keywords."""

from enum import StrEnum
from typing import Final


class Alignment(StrEnum):
    """The four alignments (Complete Rules 2.1.2)."""

    GOOD = "Good"
    EVIL = "Evil"
    SAGE = "Sage"
    WILD = "Wild"


class CardType(StrEnum):
    """The type of a card; gods and demigods are not deck cards (Complete Rules 1.3.2)."""

    CHAMPION = "champion"
    EVENT = "event"
    DEITY = "deity"


class Keyword(StrEnum):
    """The keywords of champions (Complete Rules 5.1 to 5.14)."""

    AIRBORNE = "airborne"
    AMBUSH = "ambush"
    BLITZ = "blitz"
    BREAKTHROUGH = "breakthrough"
    RIGHTEOUS = "righteous"
    UNBANISHABLE = "unbanishable"
    UNBLOCKABLE = "unblockable"
    UNBREAKABLE = "unbreakable"
    UNTARGETABLE = "untargetable"


# Enum member lookup is as slow as a call, so frequently used members have constants.
AIRBORNE: Final = Keyword.AIRBORNE
BLITZ: Final = Keyword.BLITZ
BREAKTHROUGH: Final = Keyword.BREAKTHROUGH
RIGHTEOUS: Final = Keyword.RIGHTEOUS
UNBLOCKABLE: Final = Keyword.UNBLOCKABLE
UNBANISHABLE: Final = Keyword.UNBANISHABLE
UNBREAKABLE: Final = Keyword.UNBREAKABLE
UNTARGETABLE: Final = Keyword.UNTARGETABLE
