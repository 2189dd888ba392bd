"""The deck formats of Epic, from the rule book and announcements of organisers.

A limited deck is checked without its pool unless the pool is known.

>>> from rules.decks import parse
>>> report = FORMATS["full-constructed"].check(parse("4 Kong", CATALOGUE), on=date(2017, 8, 20))
>>> [problem.message for problem in report.problems]
['4 x Kong, limit 3: remove 1', '4 cards, minimum 60: add 56']
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

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
from rules.decks.constraints.limits import MissingLists, OnlySets
from rules.decks.constraints.pools import PoolLimit, PoolShape
from rules.epic.cards import CATALOGUE, Alignment, Card, CardSet

CHAPTER: Final = "RB:the-many-epic-formats"
LIMITED: Final = f"{CHAPTER}/limited"
CONSTRUCTED: Final = f"{CHAPTER}/constructed"
MULTIPLAYER: Final = f"{CHAPTER}/multiplayer"
FULL_CONSTRUCTED: Final = f"{CONSTRUCTED}/full-constructed"
PRECONSTRUCTED: Final = f"{CONSTRUCTED}/preconstructed"
RANDOM: Final = f"{LIMITED}/random-30"
BASE_ONLY: Final = "EP:13.2.4"
"""Source: a monthly championship with base-set cards only."""
TOKENS: Final = "1.3.1"
"""Reason why tokens are not allowed."""
DEITIES: Final = "1.3.2"
"""Reason why gods and demigods are not allowed."""
RANDOM_SIXTY: Final = "http://www.tomsepicgaming.com/2017/09/"
"""Source: an experienced player on the pools of Random 60 and the exchange pool; not official."""

DRAFT_BUILDING: Final = 20
SEALED_BUILDING: Final = 30
"""Minutes to build a deck and write its list. No Epic document states any: these are usual at card tournaments.

A draft has 40 to 50 seconds for each pick, with the time to hand out the packs.
"""

DECK_TECH: Final = "https://www.epiccardgame.com/constructed-qualifier-deck-tech/"
"""Source: the publisher's article on the constructed qualifiers of August 2017, which names the three cards."""

CONSTRUCTED_BANS: Final = (
    Ban("Blind Faith", since=date(2017, 8, 1), source=DECK_TECH),
    Ban("Ceasefire", since=date(2017, 8, 1), source=DECK_TECH),
    Ban("Fumble", since=date(2017, 8, 1), source=DECK_TECH),
)
"""Bans of those qualifiers; the article gives no start date, so the first of the month is used."""


def _make_format(slug: str, name: str, about: str, rule: str, *constraints: Constraint, **facts: Any) -> Format:
    """Return a format with its constraints, the common ones and other facts.

    The common constraints: deck cards only, no sideboard.
    """
    always = (DeckCardsOnly(token_rule=TOKENS, outside_rule=DEITIES), NoSideboard(rule))
    return Format(slug, name, about, rule, tuple(map(str, Alignment)), (*constraints, *always), **facts)


def _one_of_each(alignment: Alignment) -> tuple[tuple[str, int], ...]:
    """Return one copy of each base-set card of an alignment."""
    cards = (card for card in CATALOGUE if card.set is CardSet.BASE and card.alignments == (alignment,))
    return tuple(sorted(Counter(card.name for card in cards).items()))


def _find_set(card: Card) -> str:
    """Return the set a card belongs to; reprinted base-set cards stay in the base set."""
    sets = {printing.set for printing in CATALOGUE.printings(card.name)}
    return str(CardSet.BASE if CardSet.BASE in sets else card.set)


def _constructed_formats() -> Iterator[Format]:
    """Yield the constructed formats."""
    every_card = (
        Size(60, FULL_CONSTRUCTED),
        CopyLimit(3, FULL_CONSTRUCTED),
        FreeCardBalance(2, FULL_CONSTRUCTED),
        Bans(CONSTRUCTED_BANS),
    )
    base = OnlySets(frozenset({str(CardSet.BASE)}), _find_set, BASE_ONLY, "only the base set is legal: remove it")
    yield _make_format(
        "full-constructed",
        "Full Constructed",
        "At least 60 cards, at most three of a name, two 1-cost cards of an alignment for each free one.",
        FULL_CONSTRUCTED,
        *every_card,
    )
    yield _make_format(
        "preconstructed",
        "Preconstructed",
        "One of the four decks of 30 that a base set sorts into by alignment.",
        PRECONSTRUCTED,
        OneOfDecks(tuple((str(alignment), _one_of_each(alignment)) for alignment in Alignment), PRECONSTRUCTED),
    )
    yield _make_format(
        "base-constructed",
        "Constructed, base set only",
        "Full Constructed with cards of the base set only, as in the monthly championship of May 2019.",
        BASE_ONLY,
        *every_card,
        base,
    )


def _make_limited_format(
    slug: str, name: str, about: str, rule: str, pool: PoolLimit, most: int = 30, **facts: Any
) -> Format:
    """Return a limited format: at least 30 cards from a pool."""
    return _make_format(slug, name, about, rule, Size(30, rule, maximum=most), pool, **facts)


def _dealt_formats() -> Iterator[Format]:
    """Yield the formats with randomly dealt cards."""
    yield _make_limited_format(
        "random-30",
        "Random 30",
        "30 cards dealt at random.",
        RANDOM,
        PoolLimit(RANDOM, shapes=(PoolShape(30),), given="dealt"),
        has_lists=False,
    )
    yield _make_limited_format(
        "sealed",
        "Sealed Deck",
        "The best 30 of more cards dealt at random, as many as was agreed.",
        RANDOM,
        PoolLimit(RANDOM, shapes=(PoolShape(31, or_more=True),), given="dealt"),
        build_minutes=SEALED_BUILDING,
    )
    sixty = (PoolShape(60, each=(13, 17)), PoolShape(56, each=(12, 16)))
    yield _make_limited_format(
        "random-60",
        "Random 60",
        "The best 30 of 60 cards dealt at random, or of 56 taken in exchange for them.",
        RANDOM,
        PoolLimit(RANDOM, shapes=sixty, shape_rule=RANDOM_SIXTY, given="dealt"),
        build_minutes=SEALED_BUILDING,
    )


def _draft_formats() -> Iterator[Format]:
    """Yield the draft formats."""
    pack, dark, cube = (f"{LIMITED}/{each}" for each in ("pack-draft", "dark-draft", "epic-cube-draft"))
    yield _make_limited_format(
        "pack-draft",
        "Pack Draft",
        "The 30 cards picked from three packs of ten.",
        pack,
        PoolLimit(pack, shapes=(PoolShape(30),), given="drafted"),
        draft_minutes=25,
        build_minutes=DRAFT_BUILDING,
    )
    yield _make_limited_format(
        "dark-draft",
        "Dark Draft",
        "The 30 cards drafted by two players from hands of five.",
        dark,
        PoolLimit(dark, shapes=(PoolShape(30),), given="drafted"),
        has_lists=False,
    )
    yield _make_limited_format(
        "cube-draft",
        "Epic Cube Draft",
        "At least 30 of the 36 cards picked from three packs of twelve.",
        cube,
        PoolLimit(cube, shapes=(PoolShape(36),), given="drafted"),
        most=36,
        draft_minutes=30,
        build_minutes=DRAFT_BUILDING,
    )


def _multiplayer_formats() -> Iterator[Format]:
    """Yield the multiplayer formats, whose deck construction is not specified."""
    hunter = "A game of neighbors around one table; everybody has a deck of 30 cards or more."
    headers = (
        ("free-for-all", "Free-for-all", "All against all; everybody has a deck of 30 cards or more.", MULTIPLAYER),
        ("hunter-first-blood", "Hunter \N{EN DASH} First Blood", hunter, MULTIPLAYER),
        ("hunter-last-one-standing", "Hunter \N{EN DASH} Last One Standing", hunter, MULTIPLAYER),
        (
            "hydra",
            "Hydra",
            "Teams of equal size; everybody has a deck of 30 cards or more.",
            f"{CHAPTER}/team-multiplayer",
        ),
    )
    for slug, name, about, chapter in headers:
        rule = f"{chapter}/{slug}"
        unsaid = MissingLists(
            f"how decks for {name} are built is not written: copies, free cards and bans were not checked",
            "the organiser, who says in which limited or constructed format the decks are built",
            rule,
            code="building-unknown",
        )
        yield _make_format(slug, name, about, rule, Size(30, CHAPTER), unsaid)


FORMATS: Final[Mapping[str, Format]] = {
    each.slug: each for each in (*_constructed_formats(), *_dealt_formats(), *_draft_formats(), *_multiplayer_formats())
}
"""All Epic formats by slug."""
