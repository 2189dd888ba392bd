"""The deck formats of HEX, from the rulebook and from organisers' announcements.

The ban list, the gem list, most champions and the later sets are not public: reports list what could not be checked. An
organiser can provide such facts to :func:`formats`.

>>> from rules.decks import parse
>>> report = FORMATS["constructed-1-2"].check(parse("60 Blood Shard", CATALOGUE), date(2015, 2, 1))
>>> [problem.message for problem in report.problems]
['no champion is named: write a line like Champion: and the name']
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final

from rules.decks import Format, Section
from rules.decks.constraints import Ban, Bans, Constraint, CopyLimit, DeckCardsOnly, Size
from rules.decks.constraints.gems import DifferentGems, GemLimit, Sockets
from rules.decks.constraints.limits import MissingLists, OnlySets
from rules.decks.constraints.pools import PoolLimit
from rules.decks.constraints.requirements import DeckRequirement, DeckRequirements
from rules.decks.constraints.rotation import Period, Rotation
from rules.decks.constraints.sections import BOTH, Champion, Sideboard
from rules.decks.event_rules import DeckFact, EventDeckRules, FactKind
from rules.decks.names import fold
from rules.hex.cards import CATALOGUE, Card, CardSet, CardType, Socket
from rules.hex.cards.gems import read_gem

WATCH_LIST: Final = "https://www.hextcg.com/watch-and-ban-list/"
"""The publisher's page on formats and bans, as of 5 March 2018."""
RUBY_CUP: Final = "announcement of the Ruby Cup, February 2015"
CREATED, CHAMPION = "UR:48", "HB:1.1"
"""Rule numbers for created cards and for champions."""
DECKBUILDING, SOCKETS, FOUR_GEMS, GEM_ONCE, NO_GEM = "UR:53", "UR:104", "UR:105", "UR:111", "UR:112"

STANDARD: Final = (
    Period(date(2015, 2, 1), frozenset(map(str, CardSet)), RUBY_CUP, until=date(2015, 3, 1)),
    Period(date(2018, 3, 5), frozenset({"Dead of Winter", "Frostheart", "Scars of War", "Herofall"}), WATCH_LIST),
)
"""The known sets of Standard, by period."""


LATER_SETS: Final = "a catalogue with the sets after the second"
_CHAMPION_ONLY: Final = (Section.CHAMPIONS,)


@dataclass(frozen=True, slots=True)
class OrganiserFacts:
    """Facts that an organiser or head judge supplies to complete the formats.

    Attributes:
        gems: All gems by name, with sizes; empty without a list.
        champions: Names of champions missing from the catalogue.
        bans: The bans; ``None`` without a list, empty for no bans.
        reserves: Allowed sizes of reserves in constructed formats.
        least_in_limited: Minimum deck size in limited; ``None`` if unspecified.
    """

    gems: tuple[str, ...] = ()
    champions: tuple[str, ...] = ()
    bans: tuple[Ban, ...] | None = None
    reserves: tuple[int, ...] | range = range(16)
    least_in_limited: int | None = None


def _set_of(card: Card) -> str:
    return str(card.set)


def _is_champion(card: Card) -> bool:
    return card.is_champion


def _is_unlimited(card: Card) -> bool:
    return card.unlimited


def _is_nonresource(card: Card) -> bool:
    return CardType.RESOURCE not in card.types


def _sockets(card: Card) -> tuple[str, ...]:
    return card.sockets


def _deck_requirement(card: Card) -> DeckRequirement | None:
    rule = card.deck_rule
    return DeckRequirement(rule.cards, rule.different_names) if rule else None


def _deck_requirement_in_limited(card: Card) -> DeckRequirement | None:
    rule = card.deck_rule
    return DeckRequirement(rule.cards_in_limited, rule.different_names) if rule else None


def _common_constraints(facts: OrganiserFacts) -> tuple[Constraint, ...]:
    """Return the constraints that all formats share.

    Champion, gems, created cards and bans.
    """
    gem = partial(read_gem, known_gems=facts.gems)
    missing = MissingLists(
        "which cards are banned on the day is not known",
        "the ban list of the day, from the head judge; also an empty one",
        WATCH_LIST,
        code="bans-unknown",
        provided_by=("banned",),
    )
    return (
        Champion(
            _is_champion,
            CHAMPION,
            "the head judge, who knows the champion",
            frozenset(map(fold, facts.champions)),
            lambda: (*(card.name for card in CATALOGUE.all_printings() if _is_champion(card)), *facts.champions),
        ),
        Sockets(_sockets, tuple(map(str, Socket)), gem, SOCKETS, NO_GEM, "a list of the gems"),
        DifferentGems(gem, GEM_ONCE),
        GemLimit(4, gem, FOUR_GEMS),
        DeckCardsOnly(CREATED, CHAMPION, outside_sections=_CHAMPION_ONLY),
        missing if facts.bans is None else Bans(facts.bans),
    )


def _constructed(facts: OrganiserFacts) -> tuple[Constraint, ...]:
    return (
        Size(60, WATCH_LIST),
        CopyLimit(4, WATCH_LIST, over=BOTH, free=_is_unlimited),
        Sideboard(facts.reserves, WATCH_LIST, noun="reserves"),
        DeckRequirements(_deck_requirement, _is_nonresource, "cards that are no resources", DECKBUILDING, LATER_SETS),
        *_common_constraints(facts),
    )


def _limited(facts: OrganiserFacts) -> tuple[Constraint, ...]:
    unsaid = MissingLists(
        "how many cards a deck has at least is for the organiser to say",
        "the organiser's own minimum",
        WATCH_LIST,
        code="size-unknown",
    )
    return (
        unsaid if facts.least_in_limited is None else Size(facts.least_in_limited, WATCH_LIST),
        DeckRequirements(
            _deck_requirement_in_limited, _is_nonresource, "cards that are no resources", DECKBUILDING, LATER_SETS
        ),
        PoolLimit(WATCH_LIST, free=_is_unlimited),
        *_common_constraints(facts),
    )


def formats(facts: OrganiserFacts = OrganiserFacts()) -> Mapping[str, Format]:
    """Return all HEX formats by slug, given the organiser's facts.

    Args:
        facts: the organiser's facts.
    """
    both_sets = OnlySets(frozenset(map(str, CardSet)), _set_of, RUBY_CUP, "only the first two sets are legal")
    standard = Rotation(STANDARD, _set_of, _is_unlimited, WATCH_LIST, "the sets of Standard on that day")
    made = (
        Format(
            "constructed-1-2",
            "Constructed, sets 1 and 2",
            "A champion and at least 60 cards of Shards of Fate and Shattered Destiny, up to 15 in reserves, at most "
            "four of a name in both.",
            RUBY_CUP,
            (),
            (*_constructed(facts), both_sets),
            settled_by="a catalogue with all champions",
            open_sections=_CHAMPION_ONLY,
        ),
        Format(
            "standard",
            "Standard",
            "Constructed with the sets that are current on the date, if known.",
            WATCH_LIST,
            (),
            (*_constructed(facts), standard),
            settled_by=LATER_SETS,
        ),
        Format(
            "immortal",
            "Immortal",
            "Constructed with every set for play between players.",
            WATCH_LIST,
            (),
            _constructed(facts),
            settled_by=LATER_SETS,
        ),
        Format(
            "limited",
            "Limited",
            "A deck from opened packs; all else that was opened is its reserves, and any number of a name is fine.",
            WATCH_LIST,
            (),
            _limited(facts),
            settled_by=LATER_SETS,
            build_minutes=30,
        ),
    )
    return {each.slug: each for each in made}


FORMATS: Final[Mapping[str, Format]] = formats()
"""All HEX formats by slug, without an organiser's facts."""

FACTS: Final = (
    DeckFact(
        "least_in_limited",
        "Cards of a deck in Limited, at least",
        "A number, such as 40: the publisher left it to organisers.",
        FactKind.NUMBER,
    ),
    DeckFact(
        "reserves",
        "Sizes of the reserves in constructed formats",
        "Such as 0-15, or 0, 15 for none or exactly fifteen; default: 0 to 15.",
        FactKind.SIZES,
    ),
    DeckFact("champions", "Champions that this site does not know", "One name a line.", FactKind.NAMES),
    DeckFact(
        "gems",
        "All gems there are",
        "One name a line, each with its size in front: Minor Ruby of Ferocity.",
        FactKind.NAMES,
    ),
)
"""Facts that the formats need from the organiser."""


def formats_for_event(event_rules: EventDeckRules, every_card: bool) -> Mapping[str, Format]:
    """Return all HEX formats with the values that an organiser set for :data:`FACTS`.

    Args:
        event_rules: the organiser's deck rules.
        every_card: whether the catalogue is complete, so that other names are errors.
    """
    facts = OrganiserFacts(
        gems=event_rules.names("gems"),
        champions=event_rules.names("champions"),
        reserves=event_rules.sizes("reserves") or OrganiserFacts().reserves,
        least_in_limited=event_rules.number("least_in_limited"),
    )
    made = formats(facts)
    return {slug: each.with_complete_catalogue() for slug, each in made.items()} if every_card else made


__all__ = ["CATALOGUE", "FACTS", "FORMATS", "OrganiserFacts", "formats", "formats_for_event"]
