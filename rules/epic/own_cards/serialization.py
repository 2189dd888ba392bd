"""Serialization of cards as a TOML card file that parses to the same cards."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rules.epic.cards import Card
from rules.epic.own_cards.fields import ABILITIES, FIELDS, FORMAT, NODES, TEXT, attribute
from rules.epic.own_cards.parsing import add_markers

_EMPTY_SAYS_NOTHING = ("pack", "built_as", "summary")


def write_card_file(cards: Iterable[Card], title: str = "") -> str:
    """Return ``cards`` as the text of a card file, with all their facts."""
    rows = [f"format = {_value(FORMAT)}", *([f"title = {_value(title)}"] if title else [])]
    for card in cards:
        rows += ["", "[[cards]]", *(f"{name} = {_field(name, value)}" for name, value in card_to_row(card).items())]
    return "\n".join(rows) + "\n"


def card_to_row(card: Card) -> dict[str, Any]:
    """Return ``card`` as the plain data of one entry of a card file."""
    return dict(_facts(card))


def _facts(card: Card) -> Iterator[tuple[str, Any]]:
    for name in FIELDS:
        value = getattr(card, attribute(name))
        if name == TEXT:
            if card.playable:
                yield name, NODES.write(value, ABILITIES)
        elif value is None or (not value and name in _EMPTY_SAYS_NOTHING):
            continue
        elif name == "abilities" and card.playable and card == add_markers(card):
            continue  # These fields are computed from the card text.
        else:
            yield name, [str(each) for each in value] if isinstance(value, tuple) else _to_plain(value)


def _to_plain(value: object) -> Any:
    return value if isinstance(value, int) else str(value)


def _field(name: str, value: Any) -> str:
    """Return a value as TOML, with each ability on its own line."""
    if name != TEXT or not value:
        return _value(value)
    return "".join(("[\n", *(f"  {_value(each)},\n" for each in value), "]"))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # One-line TOML values use the same escapes as JSON.
    return json.dumps(value, ensure_ascii=False)
