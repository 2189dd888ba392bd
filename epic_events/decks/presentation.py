"""Sections and rows of a stored list for display."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from epic_events.decks.models import DeckVersion
from epic_events.events.models import Event
from epic_events.reference.cards.catalogue import card_url
from rules.decks.card_files import Source
from rules.games import Game

SECTION_NAMES: dict[str, str | Promise] = {"main": _("Deck"), "sideboard": _("Sideboard")}


@dataclass(frozen=True)
class DeckCardRow:
    """One row of a displayed list.

    Attributes:
        cost: cost in gold; None for a card without one.
        alignments: alignments in the order of the game.
        url: page of the card or anchor on the event's card page; empty if the card is no longer known.
        source: how the event's card file affects the card; None if it does not.
    """

    quantity: int
    name: str
    cost: int | None
    alignments: tuple[str, ...]
    url: str
    source: Source | None = None


@dataclass(frozen=True)
class DeckSection:
    """The main deck or the sideboard."""

    name: str | Promise
    cards: tuple[DeckCardRow, ...]

    @property
    def total(self) -> int:
        """Total number of copies."""
        return sum(card.quantity for card in self.cards)


def build_sections(version: DeckVersion, game: Game, event: Event) -> list[DeckSection]:
    """Return the non-empty sections of a version.

    Args:
        version: a version of an entry of the event.
        game: the game with the cards that it was checked with.
        event: the event, for card links.
    """
    sections = []
    for section, entries in version.deck.items():
        if entries:
            cards = tuple(_card_row(entry, game, event) for entry in entries)
            sections.append(DeckSection(section_name(game, section), cards))
    return sections


def section_name(game: Game, section: str) -> str | Promise:
    """Return the label of a section.

    It is the first header that the game has for the section, else the default.
    """
    own = next((word for word, opened in game.cards.sections.items() if opened == section), "")
    return capfirst(own) or SECTION_NAMES.get(section) or capfirst(section)


def _card_row(entry: dict[str, Any], game: Game, event: Event) -> DeckCardRow:
    card = game.cards.get(entry["name"])
    return DeckCardRow(
        quantity=entry["quantity"],
        name=entry["name"],
        cost=card.cost if card else None,
        alignments=tuple(str(alignment) for alignment in card.deck_alignments) if card else (),
        url=deck_card_url(entry["name"], game, event),
        source=game.own.sources.get(entry["name"]) if game.own else None,
    )


def deck_card_url(name: str, game: Game, event: Event) -> str:
    """Return the URL of a card's page or its anchor on the event's card page.

    Empty if unknown.
    """
    if game.own and name in game.own.sources:
        return f"{reverse('decks:cards', args=[event.slug])}?{urlencode({'q': name})}"
    return card_url(game, name) if game.cards.get(name) else ""
