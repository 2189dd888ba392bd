"""The cards of a game: the published ones, or those of an event's catalogue.

Code with a game uses ``state.cards``; code that parses names before a game exists gets the cards of its
setup.

>>> PUBLISHED.printed("Teleport (Promo)").label, PUBLISHED.printed("teleport").label
('Teleport (Promo)', 'Teleport')
>>> game_cards_of(None) is PUBLISHED
True
"""

from functools import lru_cache
from typing import Final

from rules.decks.catalogue import Catalogue
from rules.engine.game import ChosenOptions
from rules.engine.ids import FIRST_TOKEN_KIND
from rules.epic.cards import CATALOGUE
from rules.epic.cards.model import Card, CardSet, CardType
from rules.epic.cards.printed import UNKNOWN, UNKNOWN_NAME, PrintedCard, is_doubtful

CACHED_CATALOGUES: Final = 16
"""Number of indexed catalogues in the cache."""


class GameCards:
    """A card catalogue indexed for the engine.

    Attributes:
        catalogue: the cards.
        tokens: kinds of token in the order of their numbers: published ones, then others.
        deck_cards: names that an unknown card may have.
        champions: names that may be in play.
        playable: names of the deck cards that the engine supports.
        certain: names of playable cards without uncertain text.
    """

    __slots__ = ("_found", "_replaced", "catalogue", "certain", "champions", "deck_cards", "playable", "tokens")

    def __init__(self, catalogue: Catalogue[Card]) -> None:
        self.catalogue = catalogue
        names = [card.name for card in catalogue if card.is_token]
        self.tokens: tuple[str, ...] = tuple(
            sorted(names, key=lambda name: (CATALOGUE.get(name) is None, names.index(name)))
        )
        self.deck_cards: tuple[str, ...] = tuple(card.name for card in catalogue if card.is_deck_card)
        self.champions: tuple[str, ...] = tuple(
            card.name for card in catalogue if card.is_token or card.type is CardType.CHAMPION
        )
        self.playable: tuple[str, ...] = tuple(card.name for card in catalogue if card.is_deck_card and card.playable)
        self.certain: tuple[str, ...] = tuple(
            name for name in self.playable if not is_doubtful(catalogue.card(name).text)
        )
        reworded = [card for printings in catalogue.reworded.values() for card in printings[1:]]
        self._replaced: dict[str, Card] = {self._label_of(card): card for card in reworded}
        self._found: dict[str, PrintedCard] = {UNKNOWN_NAME: UNKNOWN}

    def printed(self, name: str) -> PrintedCard:
        """Return the card called ``name``; accepts spelling variants and "?".

        ``Teleport (Promo)`` is an older printing whose text has been replaced.

        Raises:
            ValueError: there is no such card.
        """
        printed = self._found.get(name)
        if printed is None and name in self._replaced:
            printed = self._found[name] = PrintedCard(self._replaced[name], name)
        if printed is None:
            variant = self.catalogue.find(name)
            card = self.catalogue.card(name) if variant is None else variant.card
            printed = self._found.get(card.name) or PrintedCard(card)
            self._found[name] = self._found[card.name] = printed
        return printed

    def printing_label(self, name: str, choices: ChosenOptions) -> str:
        """Return the label of the chosen printing of ``name``, by default the newest."""
        index = next((index for chosen, index in choices if chosen == name), 0)
        reworded = self.catalogue.reworded
        return self._label_of(reworded[name][index]) if index and name in reworded else name

    def token_kind(self, name: str) -> int:
        """Return the number of the kind of token called ``name``.

        Raises:
            ValueError: there is no such token.
        """
        return FIRST_TOKEN_KIND + self.tokens.index(name)

    def _label_of(self, card: Card) -> str:
        newest, *_ = self.catalogue.printings(card.name) or (card,)
        replaced = card.name in self.catalogue.reworded and card.set not in (newest.set, CardSet.TOKEN)
        return f"{card.name} ({card.set})" if replaced else card.name


PUBLISHED: Final = GameCards(CATALOGUE)
"""The cards of the published game."""


@lru_cache(maxsize=CACHED_CATALOGUES)
def _index_catalogue(catalogue: Catalogue[Card]) -> GameCards:
    return GameCards(catalogue)


def game_cards_of(catalogue: Catalogue[Card] | None) -> GameCards:
    """Return the cards of a catalogue, by default the published ones; cached."""
    return PUBLISHED if catalogue is None or catalogue is CATALOGUE else _index_catalogue(catalogue)
