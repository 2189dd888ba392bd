"""The cards of Pantheon, a module for each alignment and one for the deities; imports the model alone."""

from rules.epic.cards.model import Card
from rules.epic.cards.pantheon import deities, evil, good, sage, wild

CARDS: tuple[Card, ...] = (*good.CARDS, *evil.CARDS, *sage.CARDS, *wild.CARDS, *deities.CARDS)
