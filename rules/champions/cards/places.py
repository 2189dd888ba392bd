"""Where things stand in the text of a card file, so that a mistake can be told by line and column."""

import json
import re
from typing import Final

_BETWEEN_VALUES: Final = re.compile(r"[\s,:]*")
"""What stands between the values of a JSON text."""
UNKNOWN: Final = -1


def is_json(text: str) -> bool:
    """Whether a file is written in JSON and not in TOML."""
    return text.lstrip().startswith(("{", "["))


def starts_of(text: str, count: int) -> list[int]:
    """Return the places at which the cards of a file that has been read begin, ``UNKNOWN`` where that is not told.

    Args:
        text: the file.
        count: how many cards were read of it.
    """
    found = _starts_in_json(text) if is_json(text) else [m.start() for m in re.finditer(_TABLE, text)]
    return found if len(found) == count else [UNKNOWN] * count


_TABLE: Final = re.compile(r"^[ \t]*\[\[\s*cards\s*\]\]", re.MULTILINE)


def _starts_in_json(text: str) -> list[int]:
    decode = json.JSONDecoder().raw_decode
    at, starts = _next(text, text.index("{") + 1), list[int]()
    while text[at] != "}":
        key, at = decode(text, at)
        at = _next(text, at)
        if key == "cards" and text[at] == "[":
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
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end
        self._behind: dict[str, int] = {}

    @property
    def line(self) -> int:
        """The line on which the card begins, from 1; 0 if that is not told."""
        return self.at(self._start)[0]

    def at(self, place: int) -> tuple[int, int]:
        """Return line and column of a place, from 1; twice 0 for an unknown one."""
        if place == UNKNOWN:
            return 0, 0
        return self._text.count("\n", 0, place) + 1, place - self._text.rfind("\n", 0, place)

    def key(self, name: str) -> tuple[int, int]:
        """Return line and column of a field, or those of the card where it cannot be found."""
        return self.at(self._of_key(name))

    def within(self, name: str, entry: str, words: str) -> tuple[int, int]:
        """Return line and column of words in an entry of a list; entries are asked for in their order.

        Where they cannot be found, as they are written with signs for signs, the place of the list is told.
        """
        if self._start == UNKNOWN:
            return 0, 0
        since = self._behind.get(name, self._of_key(name))
        for as_written in (str, _escaped):
            written = as_written(entry)
            place = self._text.find(written, since, self._end)
            if place >= 0:
                self._behind[name] = place + len(written)
                return self.at(place + max(0, written.find(as_written(words))))
        return self.key(name)

    def _of_key(self, name: str) -> int:
        if self._start == UNKNOWN:
            return UNKNOWN
        found = re.compile(rf"""(?<![\w-])["']?{re.escape(name)}["']?\s*[=:]""").search(
            self._text, self._start, self._end
        )
        return found.start() if found else self._start
