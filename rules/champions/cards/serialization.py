"""Serialization of cards to a TOML card file."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from rules.champions.cards.fields import FIELDS, NOT_KNOWN, OBJECTIVES
from rules.champions.cards.line_validation import line_error
from rules.champions.cards.model import Card, Line, Objective, Origin
from rules.champions.cards.parser import FORMAT, MARK, CardFile, NamedDeck

_WORDS: Final = {kind: word for word, kind in OBJECTIVES.items()}


def to_toml(file: CardFile) -> str:
    """Return a card file as TOML of the newest version, with unsupported lines marked."""
    rows = [f"format = {_text(FORMAT)}"]
    rows += [f"title = {_text(file.title)}"] if file.title else []
    rows += [f"source = {_text(file.origin)}"] if file.origin is not Origin.ORGANISER else []
    rows += ["complete = true"] if file.complete else []
    rows += [row for deck in file.decks for row in _deck(deck)]
    for card in file.cards:
        rows += ["", "[[cards]]", *_card(card)]
    return "\n".join(rows) + "\n"


def _card(card: Card) -> Iterator[str]:
    for name, field in FIELDS.items():
        value = getattr(card, field.attribute or name)
        if name == "text" and value is not None:
            yield f"text = {_format_list(_line(line, card) for line in value)}"
        elif value is None or value == "" or (value == () and name in _EMPTY_SAYS_NOTHING):
            continue
        elif isinstance(value, tuple):
            yield f"{name} = {_format_list(map(_format_entry, value))}"
        elif isinstance(value, bool | int):
            yield f"{name} = {str(value).lower()}"
        else:
            yield f"{name} = {_text(str(value))}"


_EMPTY_SAYS_NOTHING: Final = ("single", "sources", "notes", "doubtful")


def _format_entry(entry: Any) -> str:
    if isinstance(entry, Objective):
        return f"{_WORDS[entry.kind]}:{entry.tag}" if entry.tag else _WORDS[entry.kind]
    return NOT_KNOWN if entry is None else str(entry)


def _line(line: Line, card: Card) -> str:
    return str(line) if line_error(line, card) is None else f"{MARK} {line}"


def _deck(deck: NamedDeck) -> Iterator[str]:
    # A deck of a card file has the same number of copies of each Action card.
    copies = deck.actions[0][1] if deck.actions else 1
    yield from ("", "[[decks]]", f"name = {_text(deck.name)}", f"copies = {copies}")
    yield f"champions = {_format_list(deck.champions)}"
    yield f"blessings = {_format_list(deck.blessings)}"
    yield f"actions = {_format_list(name for name, _ in deck.actions)}"


def _format_list(entries: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, entries))}]"


def _text(words: str) -> str:
    """Return a TOML string; for single lines it equals JSON."""
    return json.dumps(words, ensure_ascii=False)
