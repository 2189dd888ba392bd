"""Decklist serialization to plain text and JSON."""

import json
from collections.abc import Iterator
from typing import Any

from rules.decks.card_lines import MAX_QUANTITY
from rules.decks.catalogue import Catalogue, DeckCard
from rules.decks.decklist import C, Decklist, Entry, merge_entries
from rules.decks.files import UnreadableDeckError
from rules.decks.gems import GemError, format_settings, settings_from_json, settings_to_json
from rules.decks.line_formats import Section

_ALWAYS = (Section.MAIN, Section.SIDEBOARD)
"""Sections included in JSON even if empty."""
_HEADED = tuple(section for section in Section if section is not Section.MAIN)


def to_text(deck: Decklist[DeckCard]) -> str:
    """Return the list as plain text, ``3 Name`` per line, with section headings.

    The main deck has no heading. The text ends with a newline; an empty list gives an empty text.
    """
    lines = [*_text_lines(deck.main)]
    for section in _HEADED:
        if entries := deck.section(section):
            lines += ["", section.capitalize(), *_text_lines(entries)]
    return "".join(f"{line}\n" for line in lines)


def _text_lines(entries: tuple[Entry[DeckCard], ...]) -> Iterator[str]:
    for entry in entries:
        for quantity, gems in _group_by_gems(entry):
            yield f"{quantity} {entry.card.name}{f' - Gems: {gems}' if gems else ''}"


def _group_by_gems(entry: Entry[DeckCard]) -> Iterator[tuple[int, str]]:
    """Yield one pair of quantity and gem text per line that the entry is written as."""
    if entry.quantity <= MAX_QUANTITY:
        yield entry.quantity, format_settings(entry.gems, entry.quantity)
        return
    without_gems = entry.quantity - sum(setting.copies for setting in entry.gems)
    for copies, gems in (*((setting.copies, " + ".join(setting.gems)) for setting in entry.gems), (without_gems, "")):
        quotient, rest = divmod(copies, MAX_QUANTITY)
        yield from ((quantity, gems) for quantity in [MAX_QUANTITY] * quotient + [rest] * bool(rest))


def to_data(deck: Decklist[DeckCard]) -> dict[str, Any]:
    """Return the list as JSON data.

    It is like ``{"main": [{"quantity", "name"}], "sideboard": [...]}``. Game-specific sections are included if they
    have cards, and ``gems`` if copies have some.
    """
    return {
        str(section): [_entry_data(entry) for entry in deck.section(section)]
        for section in Section
        if section in _ALWAYS or deck.section(section)
    }


def _entry_data(entry: Entry[DeckCard]) -> dict[str, Any]:
    gems = {"gems": settings_to_json(entry.gems)} if entry.gems else {}
    return {"quantity": entry.quantity, "name": entry.card.name, **gems}


def to_json(deck: Decklist[DeckCard]) -> str:
    """Return :func:`to_data` as JSON text."""
    return json.dumps(to_data(deck), ensure_ascii=False, indent=1)


def from_json(text: str, cards: Catalogue[C]) -> Decklist[C]:
    """Parse the JSON of :func:`to_json`.

    Args:
        text: JSON text.
        cards: The catalogue of the game.

    Raises:
        UnreadableDeckError: Invalid JSON or structure, or an unknown card.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise UnreadableDeckError(f"invalid JSON: {error}") from error
    if not isinstance(data, dict) or not set(data) <= set(cards.parts):
        raise UnreadableDeckError('a list in JSON is {"main": [{"quantity": 3, "name": "..."}], "sideboard": []}')
    parts: list[Entry[C]] = []
    for section in cards.parts:
        entries = data.get(section, [])
        if not isinstance(entries, list):
            raise UnreadableDeckError(f'"{section}" is not a list of entries like {{"quantity": 3, "name": "..."}}')
        parts += [_parse_entry(each, f"{section}[{index}]", section, cards) for index, each in enumerate(entries)]
    return merge_entries(parts)


def _parse_entry(data: object, location: str, section: Section, cards: Catalogue[C]) -> Entry[C]:
    """Parse one entry; ``location`` is its position for error messages."""
    match data:
        case {"quantity": bool()}:
            pass
        case {"quantity": int(quantity), "name": str(name), **more} if quantity > 0:
            match = cards.find(name)
            if match is None:
                raise UnreadableDeckError(f"{location}: no card is called {name!r}")
            try:
                gems = settings_from_json(more.get("gems", []), quantity)
            except GemError as error:
                raise UnreadableDeckError(f"{location}: {error}") from error
            return Entry(match.card, quantity, section, gems=gems)
    raise UnreadableDeckError(f'{location}: write {{"quantity": 3, "name": "..."}}, with one copy or more')
