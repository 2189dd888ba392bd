"""How a question was read where it was not read as written, and what it says that can be misspelled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Substitution:
    """A part of a question that means something in other words.

    Attributes:
        asked: as it was written: ``color:wild``.
        used: what it was read as: ``alignment:Wild``.
    """

    asked: str
    used: str


@dataclass(frozen=True)
class SpelledWords:
    """Words of a question that stand somewhere on cards, so that they can be misspelled.

    Attributes:
        start: where they begin, in characters from 0.
        end: where they end, exclusive.
        text: the words.
        read: what they are looked for in.
        quoted: whether quotation marks stand around them.
        is_name: whether they stand alone, as words of a name.
    """

    start: int
    end: int
    text: str
    read: tuple[Callable[[Any], str], ...]
    quoted: bool = False
    is_name: bool = False


def quote_value(value: str) -> str:
    """Return a value as it can stand in a question: in quotation marks where it would not be one word."""
    return value if value.replace("-", "").isalnum() and not value.startswith("-") else f'"{value}"'
