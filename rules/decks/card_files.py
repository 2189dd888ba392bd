"""An organiser's card file: what it adds to the known cards of a game, and what is wrong with one, line by line.

Each game reads its own form of file; what comes of it, how mistakes are told and how long a file may be is the same.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Generic

from rules.decks.catalogue import C_co, Catalogue
from rules.decks.formats import Format

MOST_CHARACTERS: Final = 500_000
"""Of a card file that somebody hands in; 2,000 cards with all their facts have about 400,000."""
LONGEST_TITLE: Final = 400
"""Characters of what a card file calls itself."""
_AT: Final = re.compile(r" ?\(at (?:line (?P<line>\d+), column \d+|end of document)\)$")


class Source(StrEnum):
    """What an organiser's card file has to do with a card."""

    OVER = "over"
    """The card is known anyway, and the file tells facts of it."""
    BESIDE = "beside"
    """Only the file knows the card."""
    INVENTED = "invented"
    """Only the file knows the card, and says that it is no card of the published game."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong with a card file.

    Attributes:
        message: what is wrong, and what would be right.
        line: where its card begins, from 1; 0 for the file as a whole.
        card: the name of the card; empty where it is about none, or the card has no name.
    """

    message: str
    line: int = 0
    card: str = ""

    def __str__(self) -> str:
        where = " · ".join(filter(None, (f"line {self.line}" if self.line else "", self.card)))
        return f"{where}: {self.message}" if where else self.message

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values; the line is ``None`` for the file as a whole."""
        return {"line": self.line or None, "card": self.card, "message": self.message}


class CardFileError(ValueError):
    """A card file is not in the form that its game describes.

    Attributes:
        mistakes: every one that was found, in the order of lines.
    """

    def __init__(self, *mistakes: Mistake | str) -> None:
        self.mistakes = tuple(each if isinstance(each, Mistake) else Mistake(each) for each in mistakes)
        super().__init__("\n".join(map(str, self.mistakes)))


@dataclass(frozen=True, kw_only=True)
class OwnCards(Generic[C_co]):
    """The cards of a game as an organiser's card file has them.

    Attributes:
        text: the file.
        title: what it calls itself; empty if it does not.
        cards: the known cards with those of the file over and beside them.
        sources: what the file has to do with each card that it tells of, by the card's name.
        formats: the formats of the game where the file changes what they can check; ``None`` where they stay.
    """

    text: str
    title: str
    cards: Catalogue[C_co]
    sources: Mapping[str, Source]
    formats: Mapping[str, Format] | None = None

    @property
    def hash(self) -> str:
        """Of the file's text, 64 hexadecimal digits."""
        return hash_of(self.text)


def hash_of(text: str) -> str:
    """Return 64 hexadecimal digits that tell one card file from another."""
    return sha256(text.encode()).hexdigest()


def require_length(text: str) -> None:
    """Stop a file that is too long, or no text, before anything is done with it.

    Raises:
        CardFileError: says how long it may be.
    """
    if len(text) > MOST_CHARACTERS:
        raise CardFileError(f"{len(text):,} characters: a card file has at most {MOST_CHARACTERS:,}")
    if "\0" in text:
        raise CardFileError(Mistake("this holds a zero byte: save the file as plain text", line_of(text, "\0")))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise CardFileError("this holds half a character: save the file as UTF-8") from error


def line_of(text: str, what: str) -> int:
    """Return the line, from 1, on which something first stands in a text."""
    return text.count("\n", 0, text.index(what)) + 1


def read_toml(text: str) -> dict[str, Any]:
    """Return a file of tables.

    Raises:
        CardFileError: it is no TOML; names the line.
    """
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise CardFileError("this is no TOML: its lists are nested too deeply") from error
    except ValueError as error:  # also what tomllib lets through of numbers and dates that cannot be
        at = _AT.search(str(error))
        line = 0 if at is None else int(at["line"] or text.count("\n") + 1)
        raise CardFileError(Mistake(f"this is no TOML: {_AT.sub('', str(error))}", line)) from error


def table_lines(text: str, name: str, count: int) -> list[int]:
    """Return the lines on which the tables ``[[name]]`` of a TOML file begin.

    Args:
        text: the file.
        name: of the list of tables.
        count: how many there are; when others are found, as in a list written in brackets, no line is told (0).
    """
    starts = re.compile(rf"^\s*\[\[\s*{re.escape(name)}\s*\]\]")
    found = [number for number, line in enumerate(text.split("\n"), start=1) if starts.match(line)]
    return found if len(found) == count else [0] * count
