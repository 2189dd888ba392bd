"""An event's card facts over what is known anyway, field by field."""

from dataclasses import fields, replace
from typing import Final

from rules.champions.cards.contradictions import contradiction
from rules.champions.cards.model import Card, Origin
from rules.champions.cards.reading import CardFile
from rules.decks.card_files import CardFileError, LocatedError
from rules.decks.names import fold

_FACTS: Final = tuple(
    field.name
    for field in fields(Card)
    if field.name not in ("name", "origin", "single", "organised", "sources", "notes", "doubtful")
)


def layered(known: tuple[Card, ...], file: CardFile) -> tuple[Card, ...]:
    """Return the cards with a file's facts over what is known of them; the file wins in every field that it tells.

    Args:
        known: cards of the published game.
        file: an organiser's card file.

    Returns:
        The known cards in their order, those that are only in the file behind them; ``organised`` names the facts that
        come from the file.

    Raises:
        CardFileError: the file holds invented cards, which are never mixed with those of the published game, or what it
            tells cannot be true of a card together with what is known.
    """
    if file.origin is Origin.INVENTED:
        raise CardFileError(f"{file.title}: invented cards are not laid over those of the published game")
    over = {fold(card.name): card for card in file.cards}
    names = {fold(card.name) for card in known}
    both = [_over(card, over[fold(card.name)]) if fold(card.name) in over else card for card in known]
    new = [_over(Card(card.name, Origin.ORGANISER), card) for card in file.cards if fold(card.name) not in names]
    merged = (*both, *new)
    wrong = ((card, contradiction(card)) for card in merged if fold(card.name) in over)
    if errors := [
        LocatedError(why, file.lines.get(over[fold(card.name)].name, 0), card.name) for card, why in wrong if why
    ]:
        raise CardFileError(*errors)
    return merged


def _over(card: Card, told: Card) -> Card:
    """Return a card with the facts that another one of its name tells."""
    facts = {name: getattr(told, name) for name in _FACTS if getattr(told, name) not in (None, "")}
    return replace(
        card,
        **facts,
        single=tuple(fact for fact in card.single if fact not in facts),
        organised=tuple(facts),
        notes=(*card.notes, *told.notes),
    )
