"""A stored list laid out for reading: by section, in the player's order, with the facts of each card."""

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
    """One line of a list that is read.

    Attributes:
        cost: in gold; None for a card that is not played.
        alignments: in the game's order.
        url: the card's page, or its place among the event's own; empty when nobody knows the card any more.
        source: what the event's card file has to do with it; None where that is nothing.
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
        """Copies, all together."""
        return sum(card.quantity for card in self.cards)


def sections_of(version: DeckVersion, game: Game, event: Event) -> list[DeckSection]:
    """Return the sections of a version that hold cards.

    Args:
        version: of an entry of the event.
        game: with the cards that it was checked against.
        event: on whose page it is shown.
    """
    sections = []
    for section, entries in version.deck.items():
        if entries:
            cards = tuple(_shown(entry, game, event) for entry in entries)
            sections.append(DeckSection(section_name(game, section), cards))
    return sections


def section_name(game: Game, section: str) -> str | Promise:
    """Return what a game calls a part of its lists: the first word that opens it there, else the usual one."""
    own = next((word for word, opened in game.cards.sections.items() if opened == section), "")
    return capfirst(own) or SECTION_NAMES.get(section) or capfirst(section)


def _shown(entry: dict[str, Any], game: Game, event: Event) -> DeckCardRow:
    card = game.cards.get(entry["name"])
    return DeckCardRow(
        quantity=entry["quantity"],
        name=entry["name"],
        cost=card.cost if card else None,
        alignments=tuple(str(alignment) for alignment in card.deck_alignments) if card else (),
        url=url_of(entry["name"], game, event),
        source=game.own.sources.get(entry["name"]) if game.own else None,
    )


def url_of(name: str, game: Game, event: Event) -> str:
    """Return the page of a card, or its place among the event's own; empty when nobody knows the card any more."""
    if game.own and name in game.own.sources:
        return f"{reverse('decks:cards', args=[event.slug])}?{urlencode({'q': name})}"
    return card_url(game, name) if game.cards.get(name) else ""
