"""The Epic card catalogue: one module a product line and alignment, every card as data."""

from rules.decks.catalogue import Catalogue
from rules.epic.cards import (
    base_evil_champions,
    base_evil_events,
    base_good_champions,
    base_good_events,
    base_sage_champions,
    base_sage_events,
    base_wild_champions,
    base_wild_events,
    pantheon_deities,
    pantheon_evil,
    pantheon_good,
    pantheon_sage,
    pantheon_wild,
    promo,
    tokens,
    tyrants_evil,
    tyrants_good,
    tyrants_sage,
    tyrants_wild,
    uprising_evil,
    uprising_good,
    uprising_sage,
    uprising_wild,
)
from rules.epic.cards.aliases import ALIASES
from rules.epic.cards.model import Alignment, Card, CardSet, CardType, Keyword

PRINTINGS: tuple[Card, ...] = (
    *base_good_champions.CARDS,
    *base_good_events.CARDS,
    *base_evil_champions.CARDS,
    *base_evil_events.CARDS,
    *base_sage_champions.CARDS,
    *base_sage_events.CARDS,
    *base_wild_champions.CARDS,
    *base_wild_events.CARDS,
    *tyrants_good.CARDS,
    *tyrants_evil.CARDS,
    *tyrants_sage.CARDS,
    *tyrants_wild.CARDS,
    *uprising_good.CARDS,
    *uprising_evil.CARDS,
    *uprising_sage.CARDS,
    *uprising_wild.CARDS,
    # Seven names were printed twice. Pantheon comes before the promos because its wording is the later one.
    *pantheon_good.CARDS,
    *pantheon_evil.CARDS,
    *pantheon_sage.CARDS,
    *pantheon_wild.CARDS,
    *pantheon_deities.CARDS,
    *promo.CARDS,
    *tokens.CARDS,
)

HEADINGS = (*Alignment, "Champions", "Events", "Event cards")
"""What Epic lists group their cards by."""

CATALOGUE: Catalogue[Card] = Catalogue(PRINTINGS, ALIASES, HEADINGS)

__all__ = ["CATALOGUE", "PRINTINGS", "Alignment", "Card", "CardSet", "CardType", "Keyword"]
