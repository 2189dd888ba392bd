"""Decklist files of other programs, recognised by their content: XML and JSON.

XML: Cockatrice (``.cod``), Magic Online (``.dek``) and OCTGN (``.o8d``). JSON: this site's own, melee.gg, Moxfield,
Archidekt, and any other with names and numbers of copies. The files of Forge and XMage are lists of lines, which
:mod:`rules.decks.parser` parses. A file becomes a plain list: headings, ``3 Name``, and details such as
``Name: Humans``.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from xml.parsers import expat

from rules.decks.headings import DETAILS
from rules.decks.multi_card_lines import SplitLines
from rules.decks.names import words

_NAMES: Final = ("name", "card", "cardname", "n", "oraclecard", "title", "nickname")
_COUNTS: Final = ("quantity", "qty", "count", "copies", "amount", "q", "number", "num", "anzahl")
_SECTIONS: Final = ("section", "board", "zone", "part", "group", "categories", "category")
_SIDEBOARD_OF_MELEE: Final = 99
_MAIN, _SIDE, _NOT_PLAYED = "Deck", "Sideboard", "Maybeboard"
_ZONES: Final = {
    **dict.fromkeys(
        ("main", "mainboard", "main deck", "maindeck", "main board", "deck", "decklist", "hauptdeck"), _MAIN
    ),
    **dict.fromkeys(("side", "sideboard", "side deck", "side board", "sidedeck", "sb"), _SIDE),
    **dict.fromkeys(("maybe", "maybeboard", "considering", "tokens", "token", "wishlist", "acquireboard"), _NOT_PLAYED),
}
_CARD_TAGS: Final = frozenset({"card", "cards", "entry"})
_DETAIL_TAGS: Final = {"deckname": "Deck name", "comments": "Comments", "notes": "Notes", "name": "Name"}
_MAX_DEPTH: Final = 20


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the plain list that a file becomes, with its line number in the file."""

    text: str
    number: int


def read_deck_file(text: str) -> SplitLines | None:
    """Return the lines of a deck file in XML or JSON; ``None`` for other texts.

    Args:
        text: The content of the file.
    """
    start = text.lstrip("\ufeff \r\n\t")
    rows: list[_Row] | None = None
    if start.startswith("<"):
        rows = _read_xml(start, text.count("\n", 0, len(text) - len(start)))
    elif start[:1] in ("{", "["):
        rows = _read_json(text)
    if not rows:
        return None
    return SplitLines(tuple(row.text for row in rows), tuple(row.number for row in rows), (), ())


class _XmlReader:
    """Collects the rows of a deck file in XML."""

    def __init__(self, text: str, offset: int) -> None:
        self.rows: list[_Row] = []
        self._offset = offset
        self._zones: list[str] = []
        self._zone = _MAIN
        self._attributes: list[dict[str, str]] = []
        self._text: list[str] = []
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append
        self._parser.EntityDeclHandler = _refuse_entity
        self._parser.Parse(text, True)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        known = {words(name): value for name, value in attributes.items()}
        self._attributes.append(known)
        self._zones.append(known.get("name", "") if tag.lower() in {"zone", "section"} else "")
        self._text.clear()

    def _end(self, tag: str) -> None:
        attributes, text = self._attributes.pop(), " ".join("".join(self._text).split())
        self._text.clear()
        self._zones.pop()
        number = self._parser.CurrentLineNumber + self._offset
        if tag.lower() in _CARD_TAGS:
            name = " ".join((attributes.get("name") or text).split())
            count = next((attributes[key] for key in _COUNTS if key in attributes), "1")
            zone = next((each for each in reversed(self._zones) if each), _MAIN)
            if attributes.get("sideboard", "").lower() == "true":
                zone = _SIDE
            if name:
                self._zone = _add_heading(self.rows, zone, self._zone, number)
                self.rows.append(_Row(f"{count} {name}", number))
        elif tag.lower() in _DETAIL_TAGS and text:
            self.rows.append(_Row(f"{_DETAIL_TAGS[tag.lower()]}: {text}", number))


def _refuse_entity(*_declaration: object) -> None:
    """Refuse entities, which can make a small file huge.

    Raises:
        ValueError: Always.
    """
    raise ValueError("entities are not allowed")


def _read_xml(text: str, offset: int) -> list[_Row] | None:
    """Return the rows of a text in XML; ``None`` if it is no deck file."""
    try:
        return _XmlReader(text, offset).rows
    except (expat.ExpatError, ValueError):
        return None


def _add_heading(rows: list[_Row], zone: str, current: str, number: int) -> str:
    """Append the heading of a new zone; return the zone."""
    heading = _ZONES.get(words(zone), zone)
    if heading != current:
        rows.append(_Row(f"{heading}:", number))
    return heading


def _read_json(text: str) -> list[_Row] | None:
    """Return the rows of a text in JSON; ``None`` if it is no deck file."""
    try:
        found = list(_entries(_load(text.removeprefix("\ufeff")), _MAIN, 0))
    except (ValueError, RecursionError):
        return None
    rows: list[_Row] = []
    zone, position = _MAIN, 0
    for section, line, name in found:
        at = text.find(json.dumps(name, ensure_ascii=False)[1:-1], position)
        position = at if at >= 0 else position
        number = text.count("\n", 0, position) + 1
        if section:
            zone = _add_heading(rows, section, zone, number)
        rows.append(_Row(line, number))
    return rows if any(section for section, _line, _name in found) else None


def _load(text: str) -> object:
    """Return the data of JSON, or of JSON lines with an object each.

    Raises:
        ValueError: The text is neither.
    """
    try:
        return json.loads(text)
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
            raise
        return [json.loads(line) for line in lines]


def _entries(data: object, zone: str, depth: int) -> Iterator[tuple[str, str, str]]:
    """Yield zone, line and name of each card, and details with an empty zone."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(data, list):
        for each in data:
            if isinstance(each, str):
                yield zone, " ".join(each.split()), each
            elif pair := _pair(each):
                yield zone, f"{pair[0]} {pair[1]}", pair[1]
            else:
                yield from _entries(each, zone, depth + 1)
    elif isinstance(data, dict):
        yield from _entries_of_object({str(key): value for key, value in data.items()}, zone, depth)


def _entries_of_object(data: Mapping[str, Any], zone: str, depth: int) -> Iterator[tuple[str, str, str]]:
    fields = {words(key).replace(" ", ""): value for key, value in data.items()}
    name = _name_of(fields)
    if words(name) in _ZONES and any(isinstance(value, (dict, list)) for value in data.values()):
        zone, fields = _ZONES[words(name)], {}
        data = {key: value for key, value in data.items() if isinstance(value, (dict, list))}
    elif "nickname" in fields and name and not isinstance(fields.get("containedobjects"), list):
        yield zone, f"1 {' '.join(name.split())}", name
        return
    count = next((fields[key] for key in _COUNTS if key in fields), None)
    if name and count is not None and not isinstance(count, (dict, list, bool)):
        yield _zone_of(fields, zone), f"{str(count).strip()} {' '.join(name.split())}", name
        return
    counts = {key: _copies_of(value) for key, value in data.items()}
    if data and all(map(_is_count, counts.values())):
        yield from ((zone, f"{number} {' '.join(key.split())}", key) for key, number in counts.items())
        return
    for key, value in data.items():
        if isinstance(value, (dict, list)):
            yield from _entries(value, _ZONES.get(words(key), zone), depth + 1)
        elif isinstance(value, str) and value.strip() and words(key) in DETAILS:
            yield "", f"{key}: {' '.join(value.split())[:100]}", value


def _copies_of(value: object) -> object:
    """Return the number of copies in an object of numbers such as ``{"count": 3}``.

    Other values are returned unchanged.
    """
    if isinstance(value, dict) and value and all(map(_is_count, value.values())):
        return next((value[key] for key in value if words(str(key)) in _COUNTS), value)
    return value


def _is_count(value: object) -> bool:
    """Return whether a value is a number of copies, as a number or as text."""
    if isinstance(value, str):
        return value.isascii() and value.isdigit() and len(value) < 3
    return isinstance(value, int) and not isinstance(value, bool)


def _pair(data: object) -> tuple[int, str] | None:
    """Return quantity and name of a pair such as ``["Kong", 3]``."""
    match data:
        case [int(count), str(name)] | [str(name), int(count)] if not isinstance(count, bool):
            return count, " ".join(name.split())
    return None


def _name_of(fields: Mapping[str, Any]) -> str:
    """Return the card name in an object, or in the object of its card."""
    for key in _NAMES:
        value = fields.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, dict):
            inner = _name_of({words(str(each)).replace(" ", ""): part for each, part in value.items()})
            if inner:
                return inner
    return ""


def _zone_of(fields: Mapping[str, Any], zone: str) -> str:
    """Return the zone that a card names, or that of the cards around it."""
    if fields.get("sideboard") is True or fields.get("c") == _SIDEBOARD_OF_MELEE:
        return _SIDE
    for key in _SECTIONS:
        value = fields.get(key)
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str) and words(each) in _ZONES:
                return _ZONES[words(each)]
    return zone
