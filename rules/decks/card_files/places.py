"""Where things stand in the text of a card file, so that a mistake can be told by line and column."""

import json
import re
from collections.abc import Sequence
from typing import Final

_BETWEEN_VALUES: Final = re.compile(r"[\s,:]*")
"""What stands between the values of a JSON text."""
_JSON: Final = re.compile(r"""\s*(?:\{|\[(?!\[|\s*[A-Za-z_][\w.-]*\s*\]))""")
"""How a text in JSON begins; in TOML a bracket begins the name of a table."""
_KEY_ENDS: Final = re.compile(r"""["']?[\w-]+["']?\s*[=:]\s*""")
_SKIPPED: Final = re.compile(r"(?:[\s,]|#[^\n]*)*")
"""What stands between the values of a list: space, commas, comments of TOML."""
_PLAIN: Final = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,\[\]{}=:#"']+''', re.DOTALL
)
"""A value without others inside, or a key."""
UNKNOWN: Final = -1


def is_json(text: str) -> bool:
    """Whether a file is written in JSON and not in TOML."""
    return _JSON.match(text) is not None


def cards_in(text: str, name: str, count: int) -> "list[CardText]":
    """Return the parts of a file that has been read that tell of its cards, in their order.

    Args:
        text: the file.
        name: of the list of its cards.
        count: how many cards were read of it; where others are found no place is told.
    """
    starts = _starts_in_json(text, name) if is_json(text) else _starts_in_toml(text, name)
    starts = starts if len(starts) == count else [UNKNOWN] * count
    return [CardText(text, start, end) for start, end in zip(starts, (*starts[1:], len(text)), strict=False)]


def head_in(text: str, cards: "list[CardText]") -> "CardText":
    """Return the part of a file that stands above its cards; in JSON what is no card may stand below them too."""
    first = min((card.start for card in cards if card.start != UNKNOWN), default=len(text))
    return CardText(text, 0, len(text) if is_json(text) else first)


def _starts_in_toml(text: str, name: str) -> list[int]:
    table = re.compile(rf"^[ \t]*\[\[\s*{re.escape(name)}\s*\]\]", re.MULTILINE)
    return [found.start() for found in table.finditer(text)]


def _starts_in_json(text: str, name: str) -> list[int]:
    decode = json.JSONDecoder().raw_decode
    at, starts = _next(text, text.index("{") + 1), list[int]()
    while text[at] != "}":
        key, at = decode(text, at)
        at = _next(text, at)
        if key == name and text[at] == "[":
            starts, at = _starts_of_list(text, at)
        else:
            at = decode(text, at)[1]
        at = _next(text, at)
    return starts


def _starts_of_list(text: str, at: int) -> tuple[list[int], int]:
    """Return where the entries of a JSON list begin, and the place behind it."""
    decode = json.JSONDecoder().raw_decode
    starts = []
    at = _next(text, at + 1)
    while text[at] != "]":
        starts.append(at)
        at = _next(text, decode(text, at)[1])
    return starts, at + 1


def _next(text: str, at: int) -> int:
    """Return where the next value of JSON begins, or its list or object ends."""
    found = _BETWEEN_VALUES.match(text, at)
    return found.end() if found else at


def _escaped(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)[1:-1]


class CardText:
    """The part of a file that tells of one card.

    Args:
        text: the whole file.
        start: where the card begins; ``UNKNOWN`` if that is not told.
        end: where the next one begins, or the file ends.

    Attributes:
        start: the same.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self.start, self._end = text, start, end
        self._behind: dict[str, int] = {}

    @property
    def line(self) -> int:
        """The line on which the card begins, from 1; 0 if that is not told."""
        return self.at(self.start)[0]

    def at(self, place: int) -> tuple[int, int]:
        """Return line and column of a place, from 1; twice 0 for an unknown one."""
        if place == UNKNOWN:
            return 0, 0
        return self._text.count("\n", 0, place) + 1, place - self._text.rfind("\n", 0, place)

    def key(self, name: str) -> tuple[int, int]:
        """Return line and column of a field, or those of the card where it cannot be found."""
        place = self._of_key(name)
        return self.at(self.start if place == UNKNOWN else place)

    def tells(self, name: str) -> bool:
        """Whether a field can be found."""
        return bool(name) and self._of_key(name) != UNKNOWN

    def inside(self, name: str, path: Sequence[int | str]) -> tuple[int, int]:
        """Return line and column of what stands in a field by a path of indices and keys, as far as it can be followed.

        Lists and tables in brackets are followed, in TOML as in JSON.
        """
        place = self._of_key(name)
        if not path or place == UNKNOWN:
            return self.key(name)
        found = _KEY_ENDS.match(self._text, place)
        inner = _Brackets(self._text, found.end() if found else place, self._end).follow(path)
        return self.at(place if inner == UNKNOWN else inner)

    def within(self, name: str, entry: str, words: str) -> tuple[int, int]:
        """Return line and column of words in an entry of a list; entries are asked for in their order.

        Where they cannot be found, as they are written with signs for signs, the place of the list is told.
        """
        if self.start == UNKNOWN:
            return 0, 0
        since = self._behind.get(name, max(self.start, self._of_key(name)))
        for as_written in (str, _escaped):
            written = as_written(entry)
            place = self._text.find(written, since, self._end)
            if place >= 0:
                self._behind[name] = place + len(written)
                return self.at(place + max(0, written.find(as_written(words))))
        return self.key(name)

    def _of_key(self, name: str) -> int:
        if self.start == UNKNOWN:
            return UNKNOWN
        found = re.compile(rf"""(?<![\w-])["']?{re.escape(name)}["']?\s*[=:]""").search(
            self._text, self.start, self._end
        )
        return found.start() if found else UNKNOWN


class _Brackets:
    """Lists and tables in brackets, walked through without being read: ``[{ is = "draw", count = 1 }]``.

    Args:
        text: the whole file, which can be read.
        at: where the outermost value begins.
        end: where to stop.
    """

    def __init__(self, text: str, at: int, end: int) -> None:
        self._text, self._at, self._end = text, at, end

    def follow(self, path: Sequence[int | str]) -> int:
        """Return where the value at a path begins, or the last value on the way that is found; ``UNKNOWN`` for none."""
        found = UNKNOWN
        for step in (*path, None):
            self._skip()
            if self._at >= self._end:
                return found
            found = self._at
            if step is None or not self._enter(step):
                return found
        return found

    def _enter(self, step: int | str) -> bool:
        """Go to the value of an index or a key inside the value here; return whether there is one."""
        if self._text[self._at] != ("[" if isinstance(step, int) else "{"):
            return False
        self._at += 1
        number = 0
        while self._more():
            if isinstance(step, str):
                key = self._pass().strip("\"'")
                self._at = _KEY_GAP.match(self._text, self._at).end()  # type: ignore[union-attr]  # matches nothing too
                if key == step:
                    return True
            elif number == step:
                return True
            self._pass()
            number += 1
        return False

    def _more(self) -> bool:
        self._skip()
        return self._at < self._end and self._text[self._at] not in "]}"

    def _skip(self) -> None:
        found = _SKIPPED.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _pass(self) -> str:
        """Go behind the value or key here, with all that is inside it, and return its text."""
        start, depth = self._at, 0
        while self._at < self._end:
            sign = self._text[self._at]
            depth += (sign in "[{") - (sign in "]}")
            plain = None if sign in "[]{}=:" else _PLAIN.match(self._text, self._at)
            self._at = plain.end() if plain else self._at + 1
            if depth <= 0:
                break
            self._skip()
        return self._text[start : self._at]


_KEY_GAP: Final = re.compile(r"\s*[=:]?\s*")
