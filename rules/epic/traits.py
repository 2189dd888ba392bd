"""The words of an Epic card that rules speak of: alignments, card types, keywords."""

from enum import StrEnum


class Alignment(StrEnum):
    """The four alignments (Complete Rules 2.1.2)."""

    GOOD = "Good"
    EVIL = "Evil"
    SAGE = "Sage"
    WILD = "Wild"


class CardType(StrEnum):
    """What a card is; gods and demigods stand apart from the deck (Complete Rules 1.3.2)."""

    CHAMPION = "champion"
    EVENT = "event"
    DEITY = "deity"


class Keyword(StrEnum):
    """Keywords (Complete Rules 5.1 to 5.14) that a champion has by itself or gains from an ability."""

    AIRBORNE = "airborne"
    AMBUSH = "ambush"
    BLITZ = "blitz"
    BREAKTHROUGH = "breakthrough"
    RIGHTEOUS = "righteous"
    UNBANISHABLE = "unbanishable"
    UNBLOCKABLE = "unblockable"
    UNBREAKABLE = "unbreakable"
    UNTARGETABLE = "untargetable"
