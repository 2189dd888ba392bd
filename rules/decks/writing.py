"""Decklists out, in the two forms we write: plain text and JSON. Reading either back gives the same list."""

import json
from collections.abc import Iterator
from typing import Any

from rules.decks.catalogue import Catalogue, DeckCard
from rules.decks.decklist import C, Decklist, Entry, added_up
from rules.decks.files import UnreadableDeckError
from rules.decks.gems import GemError, from_plain, to_plain, written
from rules.decks.notation import Section
from rules.decks.reading import MAX_QUANTITY

_ALWAYS = (Section.MAIN, Section.SIDEBOARD)
"""Sections that every list in JSON has, empty or not."""
_HEADED = tuple(section for section in Section if section is not Section.MAIN)


def to_text(deck: Decklist[DeckCard]) -> str:
    """Return the list as plain text, ``3 Name`` a line, every section but the main deck under its own heading.

    The text ends with a line end; the text of an empty list is empty.
    """
    lines = [*_text_lines(deck.main)]
    for section in _HEADED:
        if entries := deck.section(section):
            lines += ["", section.capitalize(), *_text_lines(entries)]
    return "".join(f"{line}\n" for line in lines)


def _text_lines(entries: tuple[Entry[DeckCard], ...]) -> Iterator[str]:
    for entry in entries:
        for quantity, gems in _written_at_once(entry):
            yield f"{quantity} {entry.card.name}{f' - Gems: {gems}' if gems else ''}"


def _written_at_once(entry: Entry[DeckCard]) -> Iterator[tuple[int, str]]:
    """Give copies that one line can hold, and what it says of their gems."""
    if entry.quantity <= MAX_QUANTITY:
        yield entry.quantity, written(entry.gems, entry.quantity)
        return
    bare = entry.quantity - sum(setting.copies for setting in entry.gems)
    for copies, gems in (*((setting.copies, " + ".join(setting.gems)) for setting in entry.gems), (bare, "")):
        whole, rest = divmod(copies, MAX_QUANTITY)
        yield from ((quantity, gems) for quantity in [MAX_QUANTITY] * whole + [rest] * bool(rest))


def to_data(deck: Decklist[DeckCard]) -> dict[str, Any]:
    """Return the list as plain values: ``{"main": [{"quantity", "name"}], "sideboard": [...]}``.

    Sections that only some games have are there when they hold cards, and ``gems`` where copies have some.
    """
    return {
        str(section): [_entry_data(entry) for entry in deck.section(section)]
        for section in Section
        if section in _ALWAYS or deck.section(section)
    }


def _entry_data(entry: Entry[DeckCard]) -> dict[str, Any]:
    gems = {"gems": to_plain(entry.gems)} if entry.gems else {}
    return {"quantity": entry.quantity, "name": entry.card.name, **gems}


def to_json(deck: Decklist[DeckCard]) -> str:
    """Return :func:`to_data` as JSON text."""
    return json.dumps(to_data(deck), ensure_ascii=False, indent=1)


def from_json(text: str, cards: Catalogue[C]) -> Decklist[C]:
    """Return the list that :func:`to_json` wrote.

    Args:
        text: JSON text.
        cards: The catalogue of the game.

    Raises:
        UnreadableDeckError: It is no JSON, has another shape, or names a card that does not exist.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise UnreadableDeckError(f"this is no JSON: {error}") from error
    if not isinstance(data, dict) or not set(data) <= set(cards.parts):
        raise UnreadableDeckError('a list in JSON is {"main": [{"quantity": 3, "name": "..."}], "sideboard": []}')
    parts: list[Entry[C]] = []
    for section in cards.parts:
        given = data.get(section, [])
        if not isinstance(given, list):
            raise UnreadableDeckError(f'"{section}" is no list of entries like {{"quantity": 3, "name": "..."}}')
        parts += [_entry(each, f"{section}[{index}]", section, cards) for index, each in enumerate(given)]
    return added_up(parts)


def _entry(given: object, where: str, section: Section, cards: Catalogue[C]) -> Entry[C]:
    """Return one entry of the JSON form, or say what is wrong ``where``."""
    match given:
        case {"quantity": bool()}:
            pass
        case {"quantity": int(quantity), "name": str(name), **more} if quantity > 0:
            found = cards.find(name)
            if found is None:
                raise UnreadableDeckError(f"{where}: no card is called {name!r}")
            try:
                gems = from_plain(more.get("gems", []), quantity)
            except GemError as error:
                raise UnreadableDeckError(f"{where}: {error}") from error
            return Entry(found.card, quantity, section, gems=gems)
    raise UnreadableDeckError(f'{where}: write {{"quantity": 3, "name": "..."}}, with one copy or more')
