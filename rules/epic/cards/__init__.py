"""The Epic card catalogue: a package for each set, a module for each alignment.

``printed`` indexes cards for the engine. Imports only ``effects`` of Epic.
"""

from rules.decks.catalogue import Catalogue
from rules.epic.cards import base, pantheon, promo, tokens, tyrants, uprising
from rules.epic.cards.aliases import ALIASES
from rules.epic.cards.model import Alignment, Card, CardSet, CardType, Keyword

PRINTINGS: tuple[Card, ...] = (
    *base.CARDS,
    *tyrants.CARDS,
    *uprising.CARDS,
    # Seven names were printed twice. Pantheon comes first because its text is newer.
    *pantheon.CARDS,
    *promo.CARDS,
    *tokens.CARDS,
)

HEADINGS = (*Alignment, "Champions", "Events", "Event cards")
"""Headings that group the cards of Epic decklists."""

CATALOGUE: Catalogue[Card] = Catalogue(PRINTINGS, ALIASES, HEADINGS)

__all__ = ["CATALOGUE", "PRINTINGS", "Alignment", "Card", "CardSet", "CardType", "Keyword"]
