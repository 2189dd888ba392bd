"""A stored list laid out for reading: by section, in the player's order, with the facts of each card."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from epic_events.decks.models import DeckVersion
from epic_events.reference.cards.catalogue import card_url
from rules.games import GAMES

SECTION_NAMES: dict[str, str | Promise] = {"main": _("Deck"), "sideboard": _("Sideboard")}


@dataclass(frozen=True)
class ShownCard:
    """One line of a list that is read.

    Attributes:
        cost: in gold; None for a card that is not played.
        alignments: in the game's order.
        url: the card's page; empty when the catalogue does not know the card any more.
    """

    quantity: int
    name: str
    cost: int | None
    alignments: tuple[str, ...]
    url: str


@dataclass(frozen=True)
class ShownSection:
    """The main deck or the sideboard."""

    name: str | Promise
    cards: tuple[ShownCard, ...]

    @property
    def total(self) -> int:
        """Copies, all together."""
        return sum(card.quantity for card in self.cards)


def sections_of(version: DeckVersion) -> list[ShownSection]:
    """Return the sections of a version that hold cards."""
    game = GAMES.get(version.game)
    sections = []
    for section, entries in version.deck.items():
        cards = []
        for entry in entries:
            card = game.cards.get(entry["name"]) if game else None
            cards.append(
                ShownCard(
                    quantity=entry["quantity"],
                    name=entry["name"],
                    cost=card.cost if card else None,
                    alignments=tuple(str(alignment) for alignment in card.deck_alignments) if card else (),
                    url=card_url(game, entry["name"]) if game and card else "",
                )
            )
        if cards:
            sections.append(ShownSection(SECTION_NAMES.get(section, section), tuple(cards)))
    return sections
