"""The cards of Pantheon; imports only the card model."""

from rules.epic.cards.model import Card
from rules.epic.cards.pantheon import deities, evil, good, sage, wild

CARDS: tuple[Card, ...] = (*good.CARDS, *evil.CARDS, *sage.CARDS, *wild.CARDS, *deities.CARDS)
