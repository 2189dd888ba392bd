"""The deck formats of the Epic TCG (chapter 4 of its rule book).

The cost of most cards is unknown, and the publisher's later card lists are lost. Reports list what could not be
checked;
a list with unchecked rules is not reported as legal.

>>> from datetime import date
>>> from rules.decks import parse
>>> from rules.epic_tcg.cards import CATALOGUE
>>> report = FORMATS["pack-war"].check(parse("14 Rescue", CATALOGUE), on=date(2010, 1, 1))
>>> [problem.message for problem in report.problems]
['14 cards, minimum 15: add 1']
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.decks import DeckCard, Decklist, Format
from rules.decks.constraints import Ban, Bans, Constraint, CopyLimit, DeckCardsOnly, NoSideboard, Size
from rules.decks.constraints.limits import CountLimit, MissingLists, OnlySets, Restrictions
from rules.decks.constraints.pools import PoolLimit, PoolShape
from rules.decks.constraints.sections import Sideboard, Swap
from rules.decks.line_formats import Section
from rules.epic_tcg.cards import PUBLISHED_SETS, Card, CardSet

SIDEBOARD: Final = "TCG:4.1"
SEALED: Final = "TCG:4.2"
PACK_WAR: Final = "TCG:4.3"
DRAFT: Final = "TCG:4.4"
DESIGNED: Final = "TCG:4.5"
RESTRICTED: Final = "TCG:4.6"
BANNED: Final = "TCG:4.7"
GIFTS: Final = "TCG:4.8"
TOKENS: Final = "TCG:3.13"

PACK: Final = 15
"""Number of cards in a booster pack (TCG:2.2)."""
PACK_MINUTES: Final = 10
"""Usual minutes to draft a pack, 40 seconds for each pick; the rules state none."""
BUILD_MINUTES: Final = 30
"""Usual minutes to build a deck and write its list; the rules state none."""
SIDEBOARD_SIZES: Final = (0, 15)
PACKS: Final = range(2, 7)
"""Numbers of packs with predefined formats; for others see ``create_sealed_format`` and ``create_draft_format``."""
BOTH: Final = (Section.MAIN, Section.SIDEBOARD)
CARD_LIST: Final = "a list of the published cards; none is known"
COST: Final = (
    "the cards themselves: their upper left corner shows the cost; (free) or (action) behind a name declares it"
)
LATER_GIFTS: Final = "the publisher's later lists of gift cards, or the head judge; (gift) behind a name declares it"
STATED: Final = "the head judge, who states the lists of the day, empty ones included"


def _published_sets_only() -> OnlySets:
    sets = frozenset(map(str, PUBLISHED_SETS))
    return OnlySets(sets, _set_of, "TCG:2.2", "an invented card, and this format is for the published ones")


def _set_of(card: Card) -> str:
    return str(card.set)


def _copy_limits() -> Iterator[Constraint]:
    """Yield the copy limits of a designed deck with its sideboard (TCG:4.5, TCG:4.8)."""
    yield Size(60, DESIGNED)
    yield CopyLimit(3, DESIGNED, BOTH)
    yield CountLimit("free-cards", "free card", 18, lambda card: card.is_free, DESIGNED, COST, "free")
    yield CountLimit("gift-cards", "gift card", 9, lambda card: card.gift, GIFTS, LATER_GIFTS, "gift")
    yield Sideboard(SIDEBOARD_SIZES, SIDEBOARD)
    yield DeckCardsOnly(token_rule=TOKENS, outside_rule=DESIGNED)


def create_designed_deck_format(
    restricted: tuple[Ban, ...] | None = None, banned: tuple[Ban, ...] | None = None
) -> Format:
    """Return the constructed ("designed deck") format of published cards.

    Args:
        restricted: The restricted cards as stated by a head judge; ``None`` if unspecified.
        banned: The banned cards as stated by a head judge; ``None`` if unspecified.
    """
    lists: list[Constraint] = []
    if restricted is None or banned is None:
        unknown = "which cards are restricted or banned is known only of the day of printing: none"
        lists.append(MissingLists(unknown, STATED, RESTRICTED, provided_by=("restricted", "banned")))
    lists += [Restrictions(restricted or ()), Bans(banned or ())]
    return Format(
        "designed",
        "Designed Deck",
        "At least 60 cards; deck and sideboard together at most 3 of a name, 18 free cards and 9 gift cards.",
        DESIGNED,
        (),
        (*_copy_limits(), *lists, _published_sets_only()),
        settled_by=CARD_LIST,
    )


def _create_house_set_format() -> Format:
    """Return the constructed format of the house set, whose facts are all known."""
    invented = OnlySets(frozenset({str(CardSet.HOUSE)}), _set_of, DESIGNED, "this format is for the house set alone")
    return Format(
        "house-designed",
        "Designed Deck of the house set (invented cards)",
        "A designed deck of invented cards only; nothing is restricted or banned.",
        DESIGNED,
        (),
        (*_copy_limits(), invented),
    )


def create_sealed_format(packs: int) -> Format:
    """Return the sealed format.

    Args:
        packs: Packs per player, at least two; with one pack the format is Pack War.
    """
    about = f"At least 30 of the {packs * PACK} cards in {packs} packs, with no sideboard or one of 15."
    return _limited(f"sealed-{packs}", f"Sealed Pack {packs}", about, SEALED, packs, "opened")


def create_draft_format(packs: int) -> Format:
    """Return the draft format; ``packs`` as for :func:`create_sealed_format`."""
    about = f"At least 30 of the {packs * PACK} cards picked from {packs} packs, with no sideboard or one of 15."
    drafted = _limited(f"draft-{packs}", f"Draft {packs}", about, DRAFT, packs, "drafted")
    return replace(drafted, draft_minutes=PACK_MINUTES * packs)


def _limited(slug: str, name: str, about: str, rule: str, packs: int, pool_text: str) -> Format:
    if packs < PACKS.start:
        raise ValueError(f"{name} has too few packs; with one pack each it is Pack War")
    constraints = (
        Size(30, SEALED),
        Sideboard(SIDEBOARD_SIZES, SIDEBOARD),
        PoolLimit(rule, packs * PACK, shapes=(PoolShape(packs * PACK),), given=pool_text),
        DeckCardsOnly(token_rule=TOKENS, outside_rule=rule),
        _published_sets_only(),
    )
    return Format(slug, name, about, rule, (), constraints, settled_by=CARD_LIST, build_minutes=BUILD_MINUTES)


def create_pack_war_format() -> Format:
    """Return the Pack War format: exactly the cards of one pack (ET-47)."""
    return Format(
        "pack-war",
        "Pack War",
        "The 15 cards of one pack, without a sideboard; an empty deck does not win.",
        PACK_WAR,
        (),
        (
            Size(PACK, PACK_WAR, maximum=PACK),
            NoSideboard(PACK_WAR),
            PoolLimit(PACK_WAR, PACK, shapes=(PoolShape(PACK),)),
            DeckCardsOnly(token_rule=TOKENS, outside_rule=PACK_WAR),
            _published_sets_only(),
        ),
        settled_by=CARD_LIST,
        has_lists=False,
    )


def create_swap_format(registered: Decklist[DeckCard]) -> Format:
    """Return the format that checks sideboarding during a match (TCG:4.1).

    Players sideboard between two games.

    Args:
        registered: The list before sideboarding.
    """
    return Format(
        "swap",
        "Between games",
        "Cards change places between deck and sideboard one for one.",
        SIDEBOARD,
        (),
        (Swap(registered, SIDEBOARD), Sideboard(SIDEBOARD_SIZES, SIDEBOARD)),
        settled_by=CARD_LIST,
    )


FORMATS: Final[Mapping[str, Format]] = {
    each.slug: each
    for each in (
        create_designed_deck_format(),
        *map(create_sealed_format, PACKS),
        *map(create_draft_format, PACKS),
        create_pack_war_format(),
        _create_house_set_format(),
    )
}
"""All formats by slug."""
