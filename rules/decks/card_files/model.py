"""What comes of an organiser's card file, what is wrong with one, and how a game says how its files are written."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, Generic, NamedTuple

from rules.decks.catalogue import C_co, Catalogue
from rules.decks.formats import Format

MOST_CHARACTERS: Final = 500_000
"""Of a card file that somebody hands in; 2,000 cards with all their facts have about 400,000."""
LONGEST_TITLE: Final = 400
"""Characters of what a card file calls itself."""
MOST_CARDS: Final = 2_000
LONGEST_NAME: Final = 80
"""Characters of a card's name."""
NAMELESS: Final = f"a card has a name of 1 to {LONGEST_NAME} characters"


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
        return sha256(self.text.encode()).hexdigest()


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
        write: returns a file of cards of the game; ``None`` where nothing writes one.
    """

    language: str
    head: Mapping[str, str]
    fields: Mapping[str, tuple[str, str]]
    effects: str
    example: str
    read: Callable[[str], OwnCards[C_co]]
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    write: Callable[[Iterable[Any]], str] | None = None
