"""The kinds of deck rule that formats are declared from; a game supplies the numbers, names and citations."""

from rules.decks.constraints.basic import (
    Ban,
    Bans,
    Candidate,
    Constraint,
    CopyLimit,
    DeckCardsOnly,
    FreeCardBalance,
    NoSideboard,
    OneOfDecks,
    Size,
    Unlisted,
    alignment_counts,
    by_name,
)

__all__ = [
    "Ban",
    "Bans",
    "Candidate",
    "Constraint",
    "CopyLimit",
    "DeckCardsOnly",
    "FreeCardBalance",
    "NoSideboard",
    "OneOfDecks",
    "Size",
    "Unlisted",
    "alignment_counts",
    "by_name",
]
