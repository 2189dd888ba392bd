"""The cards of the base set; imports only the card model."""

from rules.epic.cards.base import (
    evil_champions,
    evil_events,
    good_champions,
    good_events,
    sage_champions,
    sage_events,
    wild_champions,
    wild_events,
)
from rules.epic.cards.model import Card

CARDS: tuple[Card, ...] = (
    *good_champions.CARDS,
    *good_events.CARDS,
    *evil_champions.CARDS,
    *evil_events.CARDS,
    *sage_champions.CARDS,
    *sage_events.CARDS,
    *wild_champions.CARDS,
    *wild_events.CARDS,
)
