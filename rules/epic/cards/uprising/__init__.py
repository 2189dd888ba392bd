"""The cards of Uprising; imports only the card model."""

from rules.epic.cards.model import Card
from rules.epic.cards.uprising import evil, good, sage, wild

CARDS: tuple[Card, ...] = (*good.CARDS, *evil.CARDS, *sage.CARDS, *wild.CARDS)
