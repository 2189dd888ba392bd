"""The Epic card catalogue: a folder for each product line, a module for each alignment, every card as data.

``printed`` is how the engine looks at a card. Imports the vocabulary of effects and nothing else of Epic.
"""

from rules.decks.catalogue import Catalogue
from rules.epic.cards import base, pantheon, promo, tokens, tyrants, uprising
from rules.epic.cards.aliases import ALIASES
from rules.epic.cards.model import Alignment, Card, CardSet, CardType, Keyword

PRINTINGS: tuple[Card, ...] = (
    *base.CARDS,
    *tyrants.CARDS,
    *uprising.CARDS,
    # Seven names were printed twice. Pantheon comes before the promos because its wording is the later one.
    *pantheon.CARDS,
    *promo.CARDS,
    *tokens.CARDS,
)

HEADINGS = (*Alignment, "Champions", "Events", "Event cards")
"""What Epic lists group their cards by."""

CATALOGUE: Catalogue[Card] = Catalogue(PRINTINGS, ALIASES, HEADINGS)

__all__ = ["CATALOGUE", "PRINTINGS", "Alignment", "Card", "CardSet", "CardType", "Keyword"]
