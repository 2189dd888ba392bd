"""Merging of an event's card file into the published card facts."""

from dataclasses import fields, replace
from typing import Final

from rules.champions.cards.model import Card, Origin
from rules.champions.cards.parser import CardFile
from rules.champions.cards.validation import find_inconsistency
from rules.decks.card_files import CardFileError, LocatedError
from rules.decks.names import fold

_FACTS: Final = tuple(
    field.name
    for field in fields(Card)
    if field.name not in ("name", "origin", "single", "organised", "sources", "notes", "doubtful")
)


def with_overrides(published: tuple[Card, ...], file: CardFile) -> tuple[Card, ...]:
    """Return the known cards updated with the facts of a card file.

    Args:
        published: cards of the published game.
        file: an organiser's card file.

    Returns:
        The known cards in their order, then the new cards of the file. ``Card.organised`` names the facts from the
        file.

    Raises:
        CardFileError: the file contains invented cards, or its facts contradict the known ones.
    """
    if file.origin is Origin.INVENTED:
        raise CardFileError(f"{file.title}: invented cards are not laid over those of the published game")
    over = {fold(card.name): card for card in file.cards}
    names = {fold(card.name) for card in published}
    both = [_override(card, over[fold(card.name)]) if fold(card.name) in over else card for card in published]
    new = [_override(Card(card.name, Origin.ORGANISER), card) for card in file.cards if fold(card.name) not in names]
    merged = (*both, *new)
    inconsistencies = ((card, find_inconsistency(card)) for card in merged if fold(card.name) in over)
    if errors := [
        LocatedError(reason, file.lines.get(over[fold(card.name)].name, 0), card.name)
        for card, reason in inconsistencies
        if reason
    ]:
        raise CardFileError(*errors)
    return merged


def _override(card: Card, override: Card) -> Card:
    facts = {name: getattr(override, name) for name in _FACTS if getattr(override, name) not in (None, "")}
    return replace(
        card,
        **facts,
        single=tuple(fact for fact in card.single if fact not in facts),
        organised=tuple(facts),
        notes=(*card.notes, *override.notes),
    )
