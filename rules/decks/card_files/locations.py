"""Locations of cards and fields in the text of a card file, for error messages."""

import json
import re
from collections.abc import Sequence
from typing import Final

_BETWEEN_VALUES: Final = re.compile(r"[\s,:]*")
"""Separators between JSON values."""
_JSON: Final = re.compile(r"""\s*(?:\{|\[(?!\[|\s*[A-Za-z_][\w.-]*\s*\]))""")
"""Start of a JSON text; in TOML a bracket starts a table name."""
_KEY_ENDS: Final = re.compile(r"""["']?[\w-]+["']?\s*[=:]\s*""")
_SKIPPED: Final = re.compile(r"(?:[\s,]|#[^\n]*)*")
"""Separators between list items: spaces, commas, TOML comments."""
_PLAIN: Final = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,\[\]{}=:#"']+''', re.DOTALL
)
"""A scalar value or a key."""
UNKNOWN: Final = -1


def is_json(text: str) -> bool:
    """Return True if a file is JSON rather than TOML."""
    return _JSON.match(text) is not None


def locate_cards(text: str, name: str, count: int) -> "list[CardText]":
    """Return the location of each card in the text of a file, in order.

    Args:
        text: the file.
        name: key of the list of cards.
        count: number of cards parsed; if another number is found, all locations are unknown.
    """
    starts = _starts_in_json(text, name) if is_json(text) else _starts_in_toml(text, name)
    starts = starts if len(starts) == count else [UNKNOWN] * count
    return [CardText(text, start, end) for start, end in zip(starts, (*starts[1:], len(text)), strict=False)]


def locate_header(text: str, cards: "list[CardText]") -> "CardText":
    """Return the part of a file before its cards; in JSON, everything outside them."""
    first = min((card.start for card in cards if card.start != UNKNOWN), default=len(text))
    return CardText(text, 0, len(text) if is_json(text) else first)


def _starts_in_toml(text: str, name: str) -> list[int]:
    table = re.compile(rf"^[ \t]*\[\[\s*{re.escape(name)}\s*\]\]", re.MULTILINE)
    return [match.start() for match in table.finditer(text)]


def _starts_in_json(text: str, name: str) -> list[int]:
    decode = json.JSONDecoder().raw_decode
    index, starts = _skip_separators(text, text.index("{") + 1), list[int]()
    while text[index] != "}":
        key, index = decode(text, index)
        index = _skip_separators(text, index)
        if key == name and text[index] == "[":
            starts, index = _list_item_starts(text, index)
        else:
            index = decode(text, index)[1]
        index = _skip_separators(text, index)
    return starts


def _list_item_starts(text: str, index: int) -> tuple[list[int], int]:
    """Return the offsets of the items of a JSON list, and the offset after it."""
    decode = json.JSONDecoder().raw_decode
    starts = []
    index = _skip_separators(text, index + 1)
    while text[index] != "]":
        starts.append(index)
        index = _skip_separators(text, decode(text, index)[1])
    return starts, index + 1


def _skip_separators(text: str, index: int) -> int:
    """Return the offset of the next JSON value or closing bracket."""
    match = _BETWEEN_VALUES.match(text, index)
    return match.end() if match else index


def _escape(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)[1:-1]


class CardText:
    """The part of a card file that contains one card.

    Args:
        text: the whole file.
        start: offset of the card; ``UNKNOWN`` if it was not found.
        end: offset of the next card or of the end of the file.

    Attributes:
        start: offset of the card.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self.start, self._end = text, start, end
        self._behind: dict[str, int] = {}

    @property
    def line(self) -> int:
        """The line of the card, from 1; 0 if unknown."""
        return self.at(self.start)[0]

    def at(self, place: int) -> tuple[int, int]:
        """Return line and column of an offset, from 1; (0, 0) if the offset is unknown."""
        if place == UNKNOWN:
            return 0, 0
        return self._text.count("\n", 0, place) + 1, place - self._text.rfind("\n", 0, place)

    def key(self, name: str) -> tuple[int, int]:
        """Return line and column of a field's key.

        If it is not found, they are those of the card.
        """
        place = self._key_position(name)
        return self.at(self.start if place == UNKNOWN else place)

    def has_field(self, name: str) -> bool:
        """Return True if the text contains the key of the field."""
        return bool(name) and self._key_position(name) != UNKNOWN

    def locate_path(self, name: str, path: Sequence[int | str]) -> tuple[int, int]:
        """Return line and column of a value inside a field, or of its last ancestor found.

        Follows lists and inline tables, in TOML and in JSON.
        """
        place = self._key_position(name)
        if not path or place == UNKNOWN:
            return self.key(name)
        match = _KEY_ENDS.match(self._text, place)
        inner = _Brackets(self._text, match.end() if match else place, self._end).follow(path)
        return self.at(place if inner == UNKNOWN else inner)

    def locate_words(self, name: str, entry: str, words: str) -> tuple[int, int]:
        """Return line and column of words in an item of a list.

        Must be called for the items in their order. Returns the location of the list if the words are not found, for
        example because they are escaped.
        """
        if self.start == UNKNOWN:
            return 0, 0
        since = self._behind.get(name, max(self.start, self._key_position(name)))
        for as_written in (str, _escape):
            text = as_written(entry)
            place = self._text.find(text, since, self._end)
            if place >= 0:
                self._behind[name] = place + len(text)
                return self.at(place + max(0, text.find(as_written(words))))
        return self.key(name)

    def _key_position(self, name: str) -> int:
        if self.start == UNKNOWN:
            return UNKNOWN
        match = re.compile(rf"""(?<![\w-])["']?{re.escape(name)}["']?\s*[=:]""").search(
            self._text, self.start, self._end
        )
        return match.start() if match else UNKNOWN


class _Brackets:
    """A scanner for nested lists and inline tables: ``[{ is = "draw", count = 1 }]``.

    Args:
        text: the whole file, syntactically valid.
        at: offset of the outermost value.
        end: offset to stop at.
    """

    def __init__(self, text: str, index: int, end: int) -> None:
        self._text, self._at, self._end = text, index, end

    def follow(self, path: Sequence[int | str]) -> int:
        """Return the offset of the value at a path, or of its last ancestor found."""
        location = UNKNOWN
        for step in (*path, None):
            self._skip()
            if self._at >= self._end:
                return location
            location = self._at
            if step is None or not self._enter_item(step):
                return location
        return location

    def _enter_item(self, step: int | str) -> bool:
        """Move to the item with this index or key; return whether it exists."""
        if self._text[self._at] != ("[" if isinstance(step, int) else "{"):
            return False
        self._at += 1
        number = 0
        while self._has_more():
            if isinstance(step, str):
                key = self._skip_value().strip("\"'")
                self._at = _KEY_GAP.match(self._text, self._at).end()  # type: ignore[union-attr]  # matches nothing too
                if key == step:
                    return True
            elif number == step:
                return True
            self._skip_value()
            number += 1
        return False

    def _has_more(self) -> bool:
        self._skip()
        return self._at < self._end and self._text[self._at] not in "]}"

    def _skip(self) -> None:
        match = _SKIPPED.match(self._text, self._at)
        self._at = match.end() if match else self._at

    def _skip_value(self) -> str:
        """Move past the current value or key and return its text."""
        start, depth = self._at, 0
        while self._at < self._end:
            sign = self._text[self._at]
            depth += (sign in "[{") - (sign in "]}")
            match = None if sign in "[]{}=:" else _PLAIN.match(self._text, self._at)
            self._at = match.end() if match else self._at + 1
            if depth <= 0:
                break
            self._skip()
        return self._text[start : self._at]


_KEY_GAP: Final = re.compile(r"\s*[=:]?\s*")
