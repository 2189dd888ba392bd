"""Substitutions made while parsing a card query, and words that may be misspelled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Substitution:
    """A part of a query that was interpreted as another.

    Attributes:
        asked: the original part: ``color:wild``.
        used: the interpreted part: ``alignment:Wild``.
    """

    asked: str
    used: str


@dataclass(frozen=True)
class SpelledWords:
    """Words of a query that occur on cards and may be misspelled.

    Attributes:
        start: where they begin, in characters from 0.
        end: where they end, exclusive.
        text: the words.
        read: the texts of a card in which they are searched.
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
    """Return a value for use in a query, in quotation marks if it is not a single word."""
    return value if value.replace("-", "").isalnum() and not value.startswith("-") else f'"{value}"'
