"""An organiser's card file: what it adds to the known cards of a game, and what is wrong with one, line by line.

Each game reads its own form of file; what comes of it, how mistakes are told, how fields are read and explained, and
how long a file may be is the same.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Generic, NamedTuple

from rules.decks.catalogue import C_co, Catalogue
from rules.decks.formats import Format
from rules.decks.names import fold

MOST_CHARACTERS: Final = 500_000
"""Of a card file that somebody hands in; 2,000 cards with all their facts have about 400,000."""
LONGEST_TITLE: Final = 400
"""Characters of what a card file calls itself."""
MOST_CARDS: Final = 2_000
LONGEST_NAME: Final = 80
"""Characters of a card's name."""
NAMELESS: Final = f"a card has a name of 1 to {LONGEST_NAME} characters"
_AT: Final = re.compile(r" ?\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


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
        line: where it stands or its card begins, from 1; 0 for the file as a whole.
        card: the name of the card; empty where it is about none, or the card has no name.
        column: where in the line it stands, from 1; 0 where only the line is known.
    """

    message: str
    line: int = 0
    card: str = ""
    column: int = 0

    @property
    def place(self) -> str:
        """The line, and the column where it is known; empty for the file as a whole."""
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}" if self.line else ""

    def __str__(self) -> str:
        where = " · ".join(filter(None, (self.place, self.card)))
        return f"{where}: {self.message}" if where else self.message

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values; line and column are ``None`` where they are not known."""
        return {"line": self.line or None, "column": self.column or None, "card": self.card, "message": self.message}


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
        unplayed: the cards of the file that the game's engine cannot play, each with why not; empty without an engine.
    """

    text: str
    title: str
    cards: Catalogue[C_co]
    sources: Mapping[str, Source]
    formats: Mapping[str, Format] | None = None
    unplayed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """Of the file's text, 64 hexadecimal digits."""
        return hash_of(self.text)


class Values(NamedTuple):
    """What may stand in a field of a card file.

    Attributes:
        said: to whoever writes one, as in "expected ...".
        read: returns what the field tells; raises ``ValueError`` with the value and what is expected instead.
    """

    said: str
    read: Callable[[Any], Any]


class Field(NamedTuple):
    """A field of a card in a card file.

    Attributes:
        meaning: what it tells of the card.
        values: what may stand in it.
        attribute: of the card that is read, where it is called otherwise than the field.
    """

    meaning: str
    values: Values
    attribute: str = ""


@dataclass(frozen=True, kw_only=True)
class CardFileForm(Generic[C_co]):
    """How the card files of a game are written, and what reads them.

    Attributes:
        language: what they are written in.
        head: what stands above the cards: each key with its meaning.
        fields: what may be told of a card: each field with its meaning and with what may stand in it.
        effects: what is done with what cards do.
        words: the words for what cards do that an engine carries out, each with its meaning, by what they are for.
        example: a file that is read without a mistake.
        read: returns the cards as a file has them; raises :class:`CardFileError`.
    """

    language: str
    head: Mapping[str, str]
    fields: Mapping[str, tuple[str, str]]
    effects: str
    example: str
    read: Callable[[str], OwnCards[C_co]]
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def explained(fields: Mapping[str, Field]) -> dict[str, tuple[str, str]]:
    """Return fields as :class:`CardFileForm` explains them."""
    return {name: (field.meaning, field.values.said) for name, field in fields.items()}


def is_name(value: object) -> bool:
    """Whether a card can be called so."""
    return isinstance(value, str) and bool(fold(value)) and len(value) <= LONGEST_NAME and value.isprintable()


def too_many(count: int) -> str:
    """Return what is wrong with a file of so many cards; empty if nothing is."""
    return f"{count:,} cards: a card file has at most {MOST_CARDS:,}" if count > MOST_CARDS else ""


def read_fields(row: Mapping[str, Any], fields: Mapping[str, Field]) -> tuple[list[str], dict[str, Any]]:
    """Return what is wrong with a card of a file, and what was read of it, by attribute; ``None`` tells nothing."""
    wrong: list[str] = []
    told: dict[str, Any] = {}
    for key, value in row.items():
        field = fields.get(key)
        if field is None:
            wrong.append(f"{key!r} is not known of a card; known: {', '.join(fields)}")
        elif value is not None:
            try:
                told[field.attribute or key] = field.values.read(value)
            except ValueError as error:
                wrong.append(f"{key} {error}")
    return wrong, told


def one_of(kind: type[StrEnum], among: tuple[StrEnum, ...] = ()) -> Values:
    """Return how a member of an enumeration is read, whatever its capitals.

    Args:
        kind: the enumeration.
        among: those that may stand there; every one if empty.
    """
    known = {str(each).casefold(): each for each in among or tuple(kind)}
    said = ", ".join(known)

    def read(value: object) -> StrEnum:
        found = known.get(value.strip().casefold()) if isinstance(value, str) else None
        if found is None:
            raise ValueError(f"{value!r}: expected {said}")
        return found

    return Values(said, read)


def several(each: Callable[[Any], Any], most: int, said: str) -> Values:
    """Return how a list is read, entry by entry.

    Args:
        each: reads an entry; raises ``ValueError``.
        most: how many there may be.
        said: what is expected.
    """

    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"{value!r}: expected {said}")
        return tuple(map(each, value))

    return Values(said, read)


def whole_number(least: int, most: int) -> Values:
    """Return how a whole number between two, both included, is read."""
    said = f"a whole number from {least} to {most}"

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"{value!r}: expected {said}")
        return value

    return Values(said, read)


def _true_or_false(value: object) -> bool:
    if value is not True and value is not False:
        raise ValueError(f"{value!r}: expected true or false")
    return value


TRUE_OR_FALSE: Final = Values("true or false", _true_or_false)


def in_one_form(text: str) -> str:
    """Return a file as it is kept and told apart by its hash: with plain line ends, without a byte order mark."""
    return text.replace("\r\n", "\n").removeprefix("\ufeff")


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
        column = 0 if at is None or at["column"] is None else int(at["column"])
        raise CardFileError(Mistake(f"this is no TOML: {_AT.sub('', str(error))}", line, column=column)) from error


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
