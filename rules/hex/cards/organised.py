"""What an organiser's card file may tell of HEX cards: the facts that deck checks rest on."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.card_files import CardForm, several, text_of, whole_number, word_of
from rules.decks.catalogue import Catalogue
from rules.hex.cards.model import Card, CardSet, CardType, DeckRule, Fact, Rarity, Socket

SOURCE: Final = "the organiser's card file"
NEEDED: Final = ("set", "rarity", "types", "sockets")
"""Without these a check would take a card of which nobody told them for one that has none."""


def _set(value: object) -> str:
    """Return a set as the catalogue writes it, or one that it does not know as it is written."""
    written = text_of(value)
    return next((each for each in CardSet if each.casefold() == written.casefold()), written)


def _deck_rule(value: object) -> DeckRule:
    keys = ("different_names", "cards", "cards_in_limited")
    if not isinstance(value, dict) or not set(value) <= set(keys):
        raise ValueError(f"{value!r} is no table of {', '.join(keys)}, like {{ cards = 150 }}")
    return DeckRule(**{key: whole_number(0, 999)(number) for key, number in value.items()})


_FACTS: Final[Mapping[str, Callable[[object], Any]]] = {
    "set": _set,
    "rarity": word_of(Rarity),
    "types": several(word_of(CardType)),
    "cost": whole_number(0, 99),
    "sockets": several(word_of(Socket)),
    "deck_rule": _deck_rule,
    "charges": whole_number(0, 99),
    "health": whole_number(1, 99),
}
_SURE: Final = {"set": Fact.SET, "rarity": Fact.RARITY, "types": Fact.TYPE, "cost": Fact.COST, "charges": Fact.CHARGES}


def _lay(name: str, card: Card | None, facts: Mapping[str, Any]) -> Card:
    """Return a card with an organiser's facts over it."""
    told = {_SURE[key] for key in facts if key in _SURE}
    if card is None:
        unsaid = f"all but {', '.join(facts)}: {SOURCE} tells no more"
        laid = Card(name, number=None, sources=(SOURCE,), doubtful=(unsaid,), **facts)
    else:
        single = tuple(fact for fact in card.single if fact not in told)
        laid = replace(card, **facts, single=single, sources=(*card.sources, SOURCE))
    if (CardType.CHAMPION in laid.types) != laid.is_champion:
        raise ValueError("what is of the type Champion is of that rarity as well, and nothing else")
    if laid.sockets and CardType.TROOP not in laid.types:
        raise ValueError("only troops have sockets")
    return laid


def form_of(
    known: Callable[[], Iterable[Card]], catalogue: Callable[[Iterable[Card]], Catalogue[Card]]
) -> CardForm[Card]:
    """Return what the card files of this game tell.

    Args:
        known: gives every card.
        catalogue: makes cards a catalogue.
    """
    return CardForm("hex", _FACTS, NEEDED, known, _lay, catalogue)
