"""Reusable deck constraints of which formats are composed.

Games supply the numbers and the rule numbers.
"""

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
    UncataloguedCard,
    alignment_counts,
    merge_by_name,
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
    "UncataloguedCard",
    "alignment_counts",
    "merge_by_name",
]
