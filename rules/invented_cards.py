"""Invented cards of a game for tests and demonstrations.

They are hidden from lists by default. Card lists show published cards unless the query asks for invented ones
(``is:invented``). With an organiser's card file, all cards are shown.
"""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rules.games import GAMES, Game

if TYPE_CHECKING:
    from rules.card_search import Query
    from rules.decks import Catalogue

FLAG: Final = "invented"
"""The flag of invented cards, queried as ``is:invented``."""
_ON = date.min
"""Flags need a day, but this one does not depend on it."""


def invented_cards(game: Game) -> tuple[Any, ...]:
    """Return the invented cards of a game and of the sets that come with it."""
    flag = game.card_fields.flags.get(FLAG)
    if flag is None or game.own is not None:
        return ()
    catalogues = [game.cards, *(game.with_set(name).cards for name in game.card_sets)]
    every = (card for cards in catalogues for card in cards.all_printings() if flag.holds(card, _ON))
    return tuple({card.name: card for card in every}.values())


def searched_cards(game: Game, query: "Query") -> list[Any]:
    """Return the cards that a query searches; invented ones only with ``is:invented``."""
    flag = game.card_fields.flags.get(FLAG)
    if flag is None or game.own is not None:
        return list(game.cards.all_printings())
    published = [card for card in game.cards.all_printings() if not flag.holds(card, _ON)]
    return [*published, *invented_cards(game)] if FLAG in query.flags_asked else published


def catalogue_with(game: Game, name: str) -> "Catalogue[Any] | None":
    """Return the catalogue that contains a card: the game's own or that of a set."""
    catalogue: Catalogue[Any] = game.cards
    if game.own is not None or catalogue.find(name) is not None:
        return catalogue
    return next((cards for cards in _sets(game.slug) if cards.find(name) is not None), None)


def card_facts_of(game: Game, card: Any) -> Mapping[str, Any]:
    """Return the facts of a card.

    For a card of a set, also whether the engine supports it.
    """
    facts: Mapping[str, Any] = game.card_facts(card)
    if not game.is_playable or not facts.get(FLAG) or "engine" in facts:
        return facts
    homes = (game.with_set(name).own for name in game.card_sets)
    own = next((each for each in homes if each is not None and each.cards.find(card.name) is not None), None)
    if own is None:
        return facts
    return {**facts, "engine": "not yet" if card.name in own.unplayed else "plays"}


@cache
def _sets(slug: str) -> tuple["Catalogue[Any]", ...]:
    game = GAMES[slug]
    return tuple(game.with_set(name).cards for name in game.card_sets)
