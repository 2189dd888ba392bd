"""Parser for the card data files: one folder per set, one file per shard or kind.

A card::

    {"name": "Blood Bearer", "number": 44, "rarity": "Common", "types": ["Troop"],
     "cost": 1, "threshold": "B", "stats": "1/1", "traits": "Shin'hare Warlock", "race": "Shin'hare",
     "behaviour": "This or another own troop dies: +1 health.", "single": ["behaviour"], "sources": ["deck builder"]}

Properties that a card does not have are left out. A threshold is one letter per point, ``null`` if unknown. ``single``
lists facts from a single source, ``every`` for all; ``sources`` are the short names of :mod:`rules.hex.cards.sources`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeVar

from rules.hex.cards.model import (
    NUMBERED,
    Ability,
    Card,
    CardSet,
    CardType,
    DeckRule,
    Fact,
    Keyword,
    Rarity,
    Resources,
    Shard,
    Socket,
    Speed,
    Threshold,
    Tunneling,
)
from rules.hex.cards.sources import SOURCES
from rules.hex.cards.traits import FACTIONS, RACES, TRAITS

E = TypeVar("E", bound=StrEnum)

EVERY: Final = "every"
"""Keyword for all facts of a card."""

_LETTERS: Final = {shard.letter: number for number, shard in enumerate(Shard)}
_SAME: Final = frozenset({"name", "number", "unique", "alternate_art", "cost", "charges", "behaviour", "alpha"})
"""Keys whose values are used unchanged."""
_REQUIRED: Final = ("name", "rarity", "types", "sources")


class CardDataError(ValueError):
    """A card data file is malformed; the message names file and card."""


def read_cards(file: Traversable, card_set: CardSet) -> Iterator[Card]:
    """Yield the cards of one file, in order.

    Args:
        file: JSON in the format described above.
        card_set: the set of the file.

    Raises:
        CardDataError: malformed, or with contradictory facts.
    """
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CardDataError(f"{file.name}: invalid JSON: {error}") from error
    if not isinstance(rows, list):
        raise CardDataError(f"{file.name}: a data file is a list of cards")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise CardDataError(f"{file.name}: card {number} is no object with a name")
        location = f"{file.name}: {row.get('name', f'card {number}')}"
        try:
            card = _parse_card(row, card_set)
        except (KeyError, TypeError, ValueError) as error:
            raise CardDataError(f"{location}: {_error_text(error)}") from error
        if inconsistency := find_inconsistency(card):
            raise CardDataError(f"{location}: {inconsistency}")
        yield card


def _error_text(error: Exception) -> str:
    return f"there is no {error.args[0]!r}" if isinstance(error, KeyError) else str(error)


def _parse_card(row: Mapping[str, Any], card_set: CardSet) -> Card:
    """Parse the card in a row of a data file.

    Raises:
        KeyError: a required key is missing.
        TypeError: a value has the wrong type.
        ValueError: a key or a value is unknown.
    """
    for key in _REQUIRED:
        row[key]  # raises KeyError if it is missing
    values: dict[str, Any] = {"set": card_set, "number": None}
    for key, value in row.items():
        if key in _SAME:
            values[key] = value
        elif key == "stats":
            values["attack"], values["defense"] = _parse_pair(value, key)
        elif key == "single":
            continue  # "every" depends on the other facts of the card, so it is parsed below
        elif key in _READ:
            name, read = _READ[key]
            values[name] = read(value)
        else:
            raise ValueError(f"{key!r} is nothing that is known of cards")
    card = Card(**values)
    single = row.get("single")
    return card if single is None else replace(card, single=card.assessed if single == EVERY else _facts(single))


def _enum_parser(kind: type[E]) -> Callable[[Any], E]:
    """Return a parser for members of an enumeration, which raises ``ValueError``."""
    members = {str(each): each for each in kind}

    def read(value: object) -> E:
        member = members.get(value) if isinstance(value, str) else None
        if member is None:
            raise ValueError(f"{value!r} is none of {', '.join(members)}")
        return member

    return read


def _enum_list_parser(kind: type[E]) -> Callable[[Any], tuple[E, ...]]:
    parse_item = _enum_parser(kind)
    return lambda values: tuple(parse_item(value) for value in _require_list(values))


def _require_list(values: object) -> list[Any]:
    if not isinstance(values, list):
        raise TypeError(f"{values!r} is no list")
    return values


def _known_word_parser(words: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: object) -> str:
        if value not in words:
            raise ValueError(f"{value!r} is none of {', '.join(words)}")
        return str(value)

    return read


def _parse_traits(value: object) -> str:
    for word in str(value).split():
        if word not in TRAITS and word != "of":
            raise ValueError(f"{word!r} is no word of a trait line that is known")
    return str(value)


def _parse_pair(value: object, label: str) -> tuple[int, int]:
    """Parse two numbers written as "2/3"."""
    first, slash, second = str(value).partition("/")
    if not (slash and first.isdecimal() and second.isdecimal()):
        raise ValueError(f"{label} {value!r} are no two numbers like 2/3")
    return int(first), int(second)


def _parse_threshold(value: object) -> Threshold | None:
    if value is None:
        return None
    if not isinstance(value, str) or [*value] != sorted(value, key=lambda letter: _LETTERS.get(letter, -1)):
        raise ValueError(f"threshold {value!r} is not in the order {' '.join(_LETTERS)}")
    if not set(value) <= _LETTERS.keys():
        raise ValueError(f"threshold {value!r} has another letter than {' '.join(_LETTERS)}")
    return Threshold(value)


_keyword: Final = _enum_parser(Keyword)
_facts: Final = _enum_list_parser(Fact)


def _parse_keyword(value: object) -> Ability:
    """Parse a keyword with an optional number: ``Rage 2``."""
    word, _, number = str(value).rpartition(" ")
    if word in NUMBERED and number.isdecimal():
        return Ability(_keyword(word), int(number))
    keyword = _keyword(value)
    if keyword in NUMBERED:
        raise ValueError(f"{keyword} lacks its number")
    return Ability(keyword)


def _parse_tunneling(value: Mapping[str, Any]) -> Tunneling:
    return Tunneling(value["cost"], _parse_threshold(value["threshold"]) or Threshold())


def _parse_sources(value: object) -> tuple[str, ...]:
    return tuple(SOURCES[each] for each in _require_list(value))


_READ: Final[Mapping[str, tuple[str, Callable[[Any], Any]]]] = {
    "rarity": ("rarity", _enum_parser(Rarity)),
    "types": ("types", _enum_list_parser(CardType)),
    "x": ("x_cost", bool),
    "threshold": ("threshold", _parse_threshold),
    "speed": ("speed", _enum_parser(Speed)),
    "resources": ("resources", lambda value: Resources(*_parse_pair(value, "resources"))),
    "traits": ("traits", _parse_traits),
    "race": ("race", _known_word_parser(RACES)),
    "faction": ("faction", _known_word_parser(FACTIONS)),
    "sockets": ("sockets", _enum_list_parser(Socket)),
    "keywords": ("keywords", lambda values: tuple(map(_parse_keyword, _require_list(values)))),
    "tunneling": ("tunneling", _parse_tunneling),
    "deck_rule": ("deck_rule", lambda value: DeckRule(**value)),
    "made_by": ("made_by", lambda value: tuple(_require_list(value))),
    "sources": ("sources", _parse_sources),
    "doubtful": ("doubtful", lambda value: tuple(_require_list(value))),
    "notes": ("notes", lambda value: tuple(_require_list(value))),
}
"""Attribute and parser of each key of a row."""


def find_inconsistency(card: Card) -> str:
    """Return the error message for contradictory facts of a card.

    Empty if there are none.
    """
    troop, champion = CardType.TROOP in card.types, CardType.CHAMPION in card.types
    resource, action = CardType.RESOURCE in card.types, CardType.ACTION in card.types
    checks = (
        (troop != (card.attack is not None), "ATK and DEF are what troops have, and only they"),
        (resource != (card.resources is not None), "what it adds is what resources have, and only they"),
        ((resource or champion) != (card.cost is None), "everything has a cost but resources and champions"),
        (champion != (card.rarity is Rarity.CHAMPION), "champions are a rarity of their own"),
        (champion != (card.charges is not None), "a charge power is what champions have, and only they"),
        (card.threshold is None and not champion, "the threshold of a card is known"),
        (action and card.speed is None, "an action is basic or quick"),
        ((card.number_of(Keyword.TUNNELING) is None) != (card.tunneling is None), "Tunneling has a number and a cost"),
        (bool(card.sockets) and not troop, "only troops have sockets"),
        (bool(card.made_by) and not card.is_token, "only created cards are made by others"),
        (card.is_deck_card and not card.unlimited and card.number is None, "a deck card has a number"),
        (bool(card.race) and card.race not in card.trait_words, "the race is a word of its traits"),
        (not set(card.single) <= set(card.assessed), "only a fact that is there can have a single source"),
    )
    return next((reason for is_wrong, reason in checks if is_wrong), "")
