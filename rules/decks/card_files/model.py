"""Card file results, errors and format descriptions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Generic, NamedTuple

from rules.decks.catalogue import C_co, Catalogue
from rules.decks.formats import Format

MAX_CHARACTERS: Final = 500_000
"""Maximum size of a card file; 2,000 cards with all facts have about 400,000."""
MAX_TITLE_LENGTH: Final = 400
"""Maximum number of characters of a card file's title."""
MAX_CARDS: Final = 2_000
MAX_NAME_LENGTH: Final = 80
"""Maximum number of characters of a card's name."""
NAMELESS: Final = f"a card has a name of 1 to {MAX_NAME_LENGTH} characters"


class Source(StrEnum):
    """The relation of a card in a file to the published game.

    The card is added, changed or invented.
    """

    OVERRIDDEN = "overridden"
    """A known card whose facts the file overrides."""
    ADDED = "added"
    """A card that is only in the file."""
    INVENTED = "invented"
    """A card that is only in the file and not part of the published game."""


@dataclass(frozen=True, slots=True)
class LocatedError:
    """A validation error of a card file, with line and column.

    Attributes:
        message: what is wrong and what to write instead.
        line: line of the error or of its card, from 1; 0 for the whole file.
        card: name of the card; empty if the error concerns no card or an unnamed one.
        column: column in the line, from 1; 0 if unknown.
    """

    message: str
    line: int = 0
    card: str = ""
    column: int = 0

    @property
    def place(self) -> str:
        """Line and column for display; empty for an error of the whole file."""
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}" if self.line else ""

    def __str__(self) -> str:
        location = " · ".join(filter(None, (self.place, self.card)))
        return f"{location}: {self.message}" if location else self.message

    def to_json(self) -> dict[str, Any]:
        """Return the error as a JSON-compatible dict.

        Unknown line and column are ``None``.
        """
        return {"line": self.line or None, "column": self.column or None, "card": self.card, "message": self.message}


class CardFileError(ValueError):
    """A card file is invalid.

    Attributes:
        errors: all validation errors, by line.
    """

    def __init__(self, *errors: LocatedError | str) -> None:
        self.errors = tuple(each if isinstance(each, LocatedError) else LocatedError(each) for each in errors)
        super().__init__("\n".join(map(str, self.errors)))


@dataclass(frozen=True, kw_only=True)
class OwnCards(Generic[C_co]):
    """A game's cards after an organiser's card file has been applied.

    Attributes:
        text: the file.
        title: title given in the file; empty without one.
        cards: catalogue of the game with the cards of the file added or replaced.
        sources: whether the file adds, changes or invents a card, by card name.
        formats: the game's formats if the file changes what they can check; otherwise ``None``.
        unplayed: cards of the file that the engine cannot play, each with the reason; empty without an engine.
    """

    text: str
    title: str
    cards: Catalogue[C_co]
    sources: Mapping[str, Source]
    formats: Mapping[str, Format] | None = None
    unplayed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """Hash of the file, 64 hexadecimal digits."""
        return sha256(self.text.encode()).hexdigest()


class Values(NamedTuple):
    """The values allowed in a field, with their parser.

    Attributes:
        expected: description for error messages ("expected ...").
        read: parses a value; raises ``ValueError`` with the value and what is expected.
    """

    expected: str
    read: Callable[[Any], Any]


class Field(NamedTuple):
    """A field of a card in a card file.

    Attributes:
        meaning: description of the field.
        values: allowed values and their parser.
        attribute: name of the card's attribute; empty if it is the name of the field.
    """

    meaning: str
    values: Values
    attribute: str = ""


@dataclass(frozen=True, kw_only=True)
class CardFileForm(Generic[C_co]):
    """The documentation of a game's card file format, with its parser and serializer.

    Attributes:
        language: file language, such as TOML.
        head: keys above the cards, each with its meaning.
        fields: fields of a card, each with meaning and allowed values.
        effects: explanation of how the game uses card effects from the file.
        words: the words of the effect language with their meanings, by category; empty without an engine.
        example: a valid file.
        read: parses a file; raises :class:`CardFileError`.
        write: serializes cards to a file; ``None`` if not supported.
    """

    language: str
    head: Mapping[str, str]
    fields: Mapping[str, tuple[str, str]]
    effects: str
    example: str
    read: Callable[[str], OwnCards[C_co]]
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    write: Callable[[Iterable[Any]], str] | None = None
