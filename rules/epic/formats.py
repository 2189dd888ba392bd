"""The formats of Epic, declared from the rule book's chapter on them.

>>> from rules.decks import parse
>>> report = FORMATS["full-constructed"].check(parse("4 Kong", CATALOGUE), on=date(2017, 8, 20))
>>> [problem.message for problem in report.problems]
['4 cards, minimum 60: add 56', '4 x Kong, limit 3: remove 1']
"""

from collections import Counter
from collections.abc import Mapping
from datetime import date

from rules.decks import Format
from rules.decks.constraints import (
    Ban,
    Bans,
    Constraint,
    CopyLimit,
    DeckCardsOnly,
    FreeCardBalance,
    NoSideboard,
    OneOfDecks,
    Size,
)
from rules.epic.cards import CATALOGUE, Alignment, CardSet

CHAPTER = "RB:the-many-epic-formats"
LIMITED = f"{CHAPTER}/limited"
CONSTRUCTED = f"{CHAPTER}/constructed"
FULL_CONSTRUCTED = f"{CONSTRUCTED}/full-constructed"
PRECONSTRUCTED = f"{CONSTRUCTED}/preconstructed"
TOKENS = "1.3.1"
"""A deck consists of game cards, which tokens are not."""
DEITIES = "1.3.2"
"""Gods and demigods start in the supplemental zone and are not part of the deck."""

DECK_TECH = "https://www.epiccardgame.com/constructed-qualifier-deck-tech/"
"""The publisher's article on the constructed qualifiers of August 2017, which names the three cards."""

CONSTRUCTED_BANS = (
    Ban("Blind Faith", since=date(2017, 8, 1), source=DECK_TECH),
    Ban("Ceasefire", since=date(2017, 8, 1), source=DECK_TECH),
    Ban("Fumble", since=date(2017, 8, 1), source=DECK_TECH),
)
"""Banned at those qualifiers; the article names no first day, so the first of the month is taken."""


def _format(slug: str, name: str, about: str, rule: str, *constraints: Constraint) -> Format:
    """Return a format with what holds in every one of them: deck cards only, no sideboard."""
    always = (DeckCardsOnly(token_rule=TOKENS, outside_rule=DEITIES), NoSideboard(rule))
    return Format(slug, name, about, rule, tuple(map(str, Alignment)), (*constraints, *always))


def _one_of_each(alignment: Alignment) -> tuple[tuple[str, int], ...]:
    """Return the base set's cards of one alignment, the deck one gets by sorting a set by colour."""
    cards = (card for card in CATALOGUE if card.set is CardSet.BASE and card.alignments == (alignment,))
    return tuple(sorted(Counter(card.name for card in cards).items()))


FORMATS: Mapping[str, Format] = {
    each.slug: each
    for each in (
        _format(
            "full-constructed",
            "Full Constructed",
            "At least 60 cards, at most three of a name, two 1-cost cards of an alignment for each free one.",
            FULL_CONSTRUCTED,
            Size(60, FULL_CONSTRUCTED),
            CopyLimit(3, FULL_CONSTRUCTED),
            FreeCardBalance(2, FULL_CONSTRUCTED),
            Bans(CONSTRUCTED_BANS),
        ),
        _format(
            "preconstructed",
            "Preconstructed",
            "One of the four decks of 30 that a base set sorts into by alignment.",
            PRECONSTRUCTED,
            OneOfDecks(tuple((str(alignment), _one_of_each(alignment)) for alignment in Alignment), PRECONSTRUCTED),
        ),
        _format(
            "random-30",
            "Random 30",
            "30 cards dealt at random.",
            f"{LIMITED}/random-30",
            Size(30, f"{LIMITED}/random-30", maximum=30),
        ),
        _format(
            "pack-draft",
            "Pack Draft",
            "The 30 cards picked from three packs of ten.",
            f"{LIMITED}/pack-draft",
            Size(30, f"{LIMITED}/pack-draft", maximum=30),
        ),
        _format(
            "dark-draft",
            "Dark Draft",
            "The 30 cards drafted by two players from hands of five.",
            f"{LIMITED}/dark-draft",
            Size(30, f"{LIMITED}/dark-draft", maximum=30),
        ),
        _format(
            "cube-draft",
            "Epic Cube Draft",
            "At least 30 of the 36 cards picked from three packs of twelve.",
            f"{LIMITED}/epic-cube-draft",
            Size(30, f"{LIMITED}/epic-cube-draft", maximum=36),
        ),
    )
}
"""Every Epic format by slug."""
