"""The card catalogues of the Epic TCG.

They are published cards, and the invented house set. They are separate: decks of published cards contain no invented
ones, and the house set has its own formats.
"""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Final

from rules.decks.card_files import CardFileError
from rules.decks.catalogue import Catalogue, LazyCatalogue
from rules.epic_tcg.cards import published
from rules.epic_tcg.cards.model import (
    KEYWORDS,
    PUBLISHED_SETS,
    Alignment,
    Card,
    CardSet,
    CardType,
    Certainty,
    Fact,
    Origin,
    Speed,
)
from rules.epic_tcg.cards.parser import read_cards

HEADINGS: Final = (
    *Alignment,
    *Origin,
    "Champions",
    "Objects",
    "Events",
    "Free",
    "Free cards",
    "Action cards",
    "Gifts",
    "Gift cards",
    "Other cards",
    "The rest",
)
"""Group headings in lists."""
MARKS: Final = {
    "free": ("free", True),
    "free card": ("free", True),
    "action": ("free", False),
    "action card": ("free", False),
    "not free": ("free", False),
    "gift": ("gift", True),
    "gift card": ("gift", True),
    "no gift": ("gift", False),
    "not a gift": ("gift", False),
}
"""Annotations in brackets after a name; most card facts are known to players only."""


def _load_house_set() -> Iterator[Card]:
    text = (files(__name__) / "house_set.toml").read_text(encoding="utf-8")
    yield from read_cards(text, CardSet.HOUSE)


def build_catalogue(cards: Iterable[Card]) -> Catalogue[Card]:
    """Return a catalogue of the cards, with the headings and annotations of this game."""
    return Catalogue(cards, {}, HEADINGS, marks=MARKS)


PUBLISHED: Final[Catalogue[Card]] = LazyCatalogue(lambda: build_catalogue(published.CARDS))
"""The published cards with known names."""
HOUSE_SET: Final[Catalogue[Card]] = LazyCatalogue(lambda: build_catalogue(_load_house_set()))
"""The invented cards."""
CATALOGUE: Final[Catalogue[Card]] = LazyCatalogue(lambda: build_catalogue((*published.CARDS, *_load_house_set())))
"""All cards by name, published and invented."""

__all__ = [
    "CATALOGUE",
    "HEADINGS",
    "HOUSE_SET",
    "KEYWORDS",
    "MARKS",
    "PUBLISHED",
    "PUBLISHED_SETS",
    "Alignment",
    "Card",
    "CardFileError",
    "CardSet",
    "CardType",
    "Certainty",
    "Fact",
    "Origin",
    "Speed",
    "build_catalogue",
    "read_cards",
]
