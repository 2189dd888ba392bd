"""The HEX card catalogue: the first two sets, created cards and known champions."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from rules.decks.catalogue import Catalogue, LazyCatalogue
from rules.decks.line_formats import Section
from rules.hex.cards.gems import is_gem
from rules.hex.cards.model import (
    AS_OF,
    Ability,
    Card,
    CardSet,
    CardType,
    Certainty,
    DeckRule,
    Fact,
    Keyword,
    Rarity,
    Shard,
    Socket,
    Speed,
    Threshold,
)
from rules.hex.cards.parser import CardDataError, read_cards
from rules.hex.cards.traits import FACTIONS, RACES, TRAITS

_FOLDERS: Final = {CardSet.SHARDS_OF_FATE: "shards_of_fate", CardSet.SHATTERED_DESTINY: "shattered_destiny"}
_FILES: Final = ("resources", "shardless", *(shard.lower() for shard in Shard), "created", "champions")

HEADINGS: Final = (*Shard, "Troops", "Actions", "Artifacts", "Constants", "Resources", "Shards", "Artifact Troops")
"""Group headings in HEX lists."""

SECTIONS: Final = {
    **dict.fromkeys(("champion", "champions", "champ"), Section.CHAMPIONS),
    **dict.fromkeys(("reserves", "reserve", "reserve cards"), Section.SIDEBOARD),
}
"""Section headings in HEX lists."""


def _load_catalogue() -> Catalogue[Card]:
    data = files(__name__)
    places = ((data / folder / f"{kind}.json", card_set) for card_set, folder in _FOLDERS.items() for kind in _FILES)
    return build_catalogue(card for place, card_set in places for card in read_cards(place, card_set))


def build_catalogue(cards: Iterable[Card]) -> Catalogue[Card]:
    """Return a catalogue of the cards, with the section headings of HEX lists."""
    return Catalogue(cards, {}, HEADINGS, SECTIONS, single_card_sections=(Section.CHAMPIONS,), is_gem=is_gem)


CATALOGUE: Final[Catalogue[Card]] = LazyCatalogue(_load_catalogue)
"""The cards by name; the two created cards named Battle Hopper count as printings."""


def created_card(name: str, shard: Shard) -> Card:
    """Return the created card (token) with this name and shard.

    Raises:
        ValueError: no such card.
    """
    for card in CATALOGUE.printings(name):
        if card.is_token and shard in card.shards:
            return card
    raise ValueError(f"no card called {name!r} of the {shard} shard is created by others")


__all__ = [
    "AS_OF",
    "CATALOGUE",
    "FACTIONS",
    "RACES",
    "TRAITS",
    "Ability",
    "Card",
    "CardDataError",
    "CardSet",
    "CardType",
    "Certainty",
    "DeckRule",
    "Fact",
    "Keyword",
    "Rarity",
    "Shard",
    "Socket",
    "Speed",
    "Threshold",
    "build_catalogue",
    "created_card",
]
