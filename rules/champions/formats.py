"""The deck formats of Champions (rules 2.1).

Cost and uniqueness of most published cards are unknown: reports list what could not be checked, and an event's card
file can supply the facts (:func:`rules.champions.cards.overrides.with_overrides`).

>>> from datetime import date
>>> from rules.decks import parse
>>> report = FORMATS["constructed"].check(parse("Champions: Orruk Boss x3", CATALOGUE), date(2018, 12, 1))
>>> [problem.message for problem in report.problems][:2]
['3 x Orruk Boss, limit 2: remove 1', '3 Champions, exactly 4: add 1']
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.champions.cards import CATALOGUE
from rules.champions.deck_rules import (
    DECK,
    NoSideDeck,
    PlayableCards,
    StartingHealth,
    StatedTotals,
    alliance_of,
    copy_limits,
    is_champion,
    section_of,
)
from rules.decks import Format, Section
from rules.decks.constraints import Constraint
from rules.decks.constraints.card_kinds import CopiesByKind, OneGroup
from rules.decks.constraints.limits import MissingLists, SumLimit
from rules.decks.constraints.pools import PoolLimit
from rules.decks.constraints.sections import Sections, SectionSize, Sideboard
from rules.decks.event_rules import DeckFact, EventDeckRules, FactKind

CONSTRUCTED, ONE_ALLIANCE, LIMITED = "CH:2.1.1.1", "CH:2.1.1.2", "CH:2.1.2"
CLASSES, HEALTH = "CH:2.4.1.2", "CH:3.2.2.7"
SIDE_DECKS: Final = "https://championsforge.net/"
"""Reports of City Championships with side decks; their rules were not found."""
MAX_COST: Final = 20
SIZES: Final = (
    SectionSize(Section.CHAMPIONS, 4, 4, "Champion"),
    SectionSize(Section.BLESSINGS, 4, 4, "Blessing"),
    SectionSize(Section.ACTIONS, 30, 30, "Action card"),
)


@dataclass(frozen=True, slots=True)
class OrganiserFacts:
    """Facts that an organiser supplies to complete the formats.

    Attributes:
        every_card: whether the card file contains all cards, so that other names are errors.
        side_deck: allowed sizes of a side deck; ``None`` if unspecified.
        limited: sizes of the sections in Limited; empty if unspecified.
    """

    every_card: bool = False
    side_deck: tuple[int, ...] | range | None = None
    limited: tuple[SectionSize, ...] = ()


def _cost(card: Any) -> int | None:
    cost: int | None = card.cost
    return cost


def _settled_by(fact: str) -> str:
    return f"{fact} in the event's card file"


def _side_deck(facts: OrganiserFacts) -> Constraint:
    if facts.side_deck is None:
        return NoSideDeck(SIDE_DECKS)
    return Sideboard(facts.side_deck, SIDE_DECKS, "side-deck")


def _format(slug: str, name: str, about: str, rule: str, facts: OrganiserFacts, *constraints: Constraint) -> Format:
    return Format(
        slug,
        name,
        about,
        rule,
        (),
        (*constraints, _side_deck(facts), PlayableCards(CLASSES), StartingHealth(HEALTH), StatedTotals(HEALTH)),
        deck_sections=DECK,
        settled_by="" if facts.every_card else _settled_by("the card"),
    )


def _constructed(facts: OrganiserFacts) -> Format:
    return _format(
        "constructed",
        "Constructed",
        "4 Champions of at most 20 points, 4 Blessings and 30 Action cards, all of one Alliance or Unaligned.",
        CONSTRUCTED,
        facts,
        Sections(SIZES, CONSTRUCTED, section_of, _settled_by("the card's type")),
        SumLimit(
            "champion-cost",
            "point",
            MAX_COST,
            _cost,
            CONSTRUCTED,
            _settled_by("the cost of each Champion"),
            over=(Section.MAIN, Section.CHAMPIONS),
            counts=is_champion,
        ),
        CopiesByKind(copy_limits, CONSTRUCTED, _settled_by("the card's type, and whether a Champion is Unique"), DECK),
        OneGroup("alliance", "Alliance", alliance_of, ONE_ALLIANCE, _settled_by("the Alliance of each card"), DECK),
    )


def _limited(facts: OrganiserFacts) -> Format:
    sized: Constraint = MissingLists(
        "sizes and other rules of Limited: the rules promise a section on them, and no edition held has it",
        "the sizes that the organiser sets",
        LIMITED,
        code="limited-rules",
    )
    if facts.limited:
        sized = Sections(facts.limited, LIMITED, section_of, _settled_by("the card's type"))
    pool = PoolLimit(LIMITED, over=(*DECK, Section.SIDEBOARD))
    built = _format("limited", "Limited", "A deck built from the boosters one was given.", LIMITED, facts, sized, pool)
    return replace(built, build_minutes=30)


def formats(facts: OrganiserFacts | None = None) -> Mapping[str, Format]:
    """Return the formats by slug, given the organiser's facts."""
    facts = facts or OrganiserFacts()
    return {each.slug: each for each in (_constructed(facts), _limited(facts))}


FORMATS: Final[Mapping[str, Format]] = formats()
"""All formats by slug, without an organiser's facts."""

FACTS: Final = (
    DeckFact("side_deck", "Sizes of the side deck", "Such as 0, or 0-15.", FactKind.SIZES),
    *(
        DeckFact(
            f"limited_{size.section}",
            f"{size.noun}s of a deck in Limited",
            "Such as 4, or 2-4; checked once all three are set.",
            FactKind.SIZES,
        )
        for size in SIZES
    ),
)
"""Facts that the formats need from the organiser."""


def formats_for_event(event_rules: EventDeckRules, every_card: bool) -> Mapping[str, Format]:
    """Return the formats with the values that an organiser set for :data:`FACTS`.

    Args:
        event_rules: the organiser's deck rules.
        every_card: whether the card file contains all cards.
    """
    sizes = {size: event_rules.sizes(f"limited_{size.section}") for size in SIZES}
    limited = tuple(replace(size, least=counts[0], most=counts[-1]) for size, counts in sizes.items() if counts)
    return formats(
        OrganiserFacts(
            every_card=every_card,
            side_deck=event_rules.sizes("side_deck"),
            limited=limited if len(limited) == len(SIZES) else (),
        )
    )


__all__ = ["CATALOGUE", "FACTS", "FORMATS", "OrganiserFacts", "formats", "formats_for_event"]
