"""Substitutions made while parsing a card query, and words that may be misspelled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Substitution:
    """A part of a query that was interpreted differently from how it is written.

    Attributes:
        asked: the part as written: ``color:wild``.
        used: the part as interpreted: ``alignment:Wild``.
    """

    asked: str
    used: str


@dataclass(frozen=True)
class SpelledWords:
    """Words of a query that are compared with texts on cards and may be misspelled.

    Attributes:
        start: where they begin, in characters from 0.
        end: where they end, exclusive.
        text: the words.
        read: functions that return the searched texts of a card.
        quoted: whether they are in quotation marks.
        is_name: whether they are words of a name.
    """

    start: int
    end: int
    text: str
    read: tuple[Callable[[Any], str], ...]
    quoted: bool = False
    is_name: bool = False


def quote_value(value: str) -> str:
    """Return a value as written in a query.

    It is in quotation marks unless it is a single word.
    """
    return value if value.replace("-", "").isalnum() and not value.startswith("-") else f'"{value}"'
