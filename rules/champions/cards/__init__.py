"""The card catalogues of Champions.

They are the published cards and the invented house set.

>>> CATALOGUE.card("Orruk Boss").unique
False
>>> HOUSE.card("Ford Pikes").invented, CATALOGUE.get("Ford Pikes")
(True, None)
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from rules.champions.cards.fields import read_line
from rules.champions.cards.model import (
    Alliance,
    Card,
    CardClass,
    CardType,
    Category,
    Corner,
    Duration,
    Highlight,
    Line,
    Objective,
    ObjectiveKind,
    Origin,
    Shape,
    When,
)
from rules.champions.cards.overrides import with_overrides
from rules.champions.cards.parser import CardFile, NamedDeck, read_card_file
from rules.decks import Catalogue, LazyCatalogue, Section
from rules.decks.card_files import CardFileError

ALIASES: Final = {"Godrakk, Fist of Gork": "Gordrakk, Fist of Gork"}
"""Alternative spellings, each with the name on the card."""
_CATEGORIES: Final = ("Units", "Unit", "Spells", "Spell", "Abilities", "Ability")
HEADINGS: Final = (*Alliance, *_CATEGORIES, "Warhammer Champions")
"""Group headings in lists."""
SECTIONS: Final = {
    "Champions": Section.CHAMPIONS,
    "Champion": Section.CHAMPIONS,
    "Champion Cards": Section.CHAMPIONS,
    "Blessings": Section.BLESSINGS,
    "Blessing": Section.BLESSINGS,
    "Blessing Cards": Section.BLESSINGS,
    "Actions": Section.ACTIONS,
    "Action": Section.ACTIONS,
    "Action Cards": Section.ACTIONS,
    **dict.fromkeys(_CATEGORIES, Section.ACTIONS),
}
"""Section headings in lists; Units, Spells and Abilities are Action cards."""
CLAIMS: Final = ("cost", "health")
"""Totals that lists state in brackets."""
INVENTED: Final = "This card is invented, for tests and demonstration; it is no card of the published game."
"""Note shown with each invented card."""


def catalogue(cards: Iterable[Card]) -> Catalogue[Card]:
    """Return a catalogue of the cards, with the section headings of Champions lists."""
    every = tuple(cards)
    names = {card.name for card in every}
    aliases = {alias: name for alias, name in ALIASES.items() if name in names}
    return Catalogue(every, aliases, HEADINGS, SECTIONS, claims=CLAIMS)


def _file(name: str) -> CardFile:
    return read_card_file((files(__name__) / name).read_bytes())


def house_set_file() -> bytes:
    """Return the bytes of the card file of the invented house set."""
    return (files(__name__) / "house.json").read_bytes()


def load_published() -> CardFile:
    """Return the parsed card file of the published cards."""
    return _file("published.json")


def load_house_set() -> CardFile:
    """Return the parsed card file of the invented house set, which includes two decks."""
    return _file("house.json")


CATALOGUE: Final[Catalogue[Card]] = LazyCatalogue(lambda: catalogue(load_published().cards))
"""The known published cards, by name."""
HOUSE: Final[Catalogue[Card]] = LazyCatalogue(lambda: catalogue(load_house_set().cards))
"""The invented cards, by name."""

__all__ = [
    "CATALOGUE",
    "HOUSE",
    "INVENTED",
    "Alliance",
    "Card",
    "CardClass",
    "CardFile",
    "CardFileError",
    "CardType",
    "Category",
    "Corner",
    "Duration",
    "Highlight",
    "Line",
    "NamedDeck",
    "Objective",
    "ObjectiveKind",
    "Origin",
    "Shape",
    "When",
    "catalogue",
    "house_set_file",
    "load_house_set",
    "load_published",
    "read_card_file",
    "read_line",
    "with_overrides",
]
