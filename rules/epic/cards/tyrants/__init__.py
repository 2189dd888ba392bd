"""The cards of Tyrants, a module for each alignment; imports the model alone."""

from rules.epic.cards.model import Card
from rules.epic.cards.tyrants import evil, good, sage, wild

CARDS: tuple[Card, ...] = (*good.CARDS, *evil.CARDS, *sage.CARDS, *wild.CARDS)
