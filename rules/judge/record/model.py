"""The data model of a record: headers, decks, position, plays and comments.

The text form is canonical (``parser``, ``writer``, ``RECORD.md``); the JSON form has the same fields.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

FORMAT = 1
"""The supported version of the record format, named by the first header."""
CHANCE_NAME = "chance"
"""The actor of a line with an outcome of chance."""
UNNAMED = ""
"""The actor of a line that names none; the game may determine it."""
REQUIRED = ("Record", "Game", "Rules", "Players", "First")
"""The required headers in canonical order; others (Event, Table, Judge ...) may follow in any order."""
MAX_PLAYERS = 10
MOMENT = (
    "Turn",
    "Phase",
    "Initiative",
    "Passed",
    "Played",
    "Defender",
    "Blocked",
    "No more attacks",
    "Out",
    "Gone",
    "Resolving",
    "Waiting",
    "Noted",
    "End of turn",
    "Also",
    "Actions",
    "Heroic act",
    "Limbo",
    "Queue",
    "Falling",
    "Under way",
)
"""The fields of a position that belong to no player; they take precedence over abbreviated player names."""


class Place(NamedTuple):
    """A place in the text: line and column from 1; 0 without a text."""

    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Notes:
    """The comments and clock time of a line.

    Attributes:
        above: comment lines before the line, without their ``#``.
        comment: the comment at the end of the line; several are joined by "; ".
        clock: a clock time on the line, as ``h:mm`` or ``h:mm:ss``; it has no effect.
    """

    above: tuple[str, ...] = ()
    comment: str = ""
    clock: str = ""

    def merge(self, other: "Notes") -> "Notes":
        """Return the notes of two lines that become one."""
        comment = "; ".join(comment for comment in (self.comment, other.comment) if comment)
        return Notes(self.above + other.above, comment, self.clock or other.clock)


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class Header:
    """A header line: ``key: value``."""

    key: str
    value: str
    notes: Notes = NO_NOTES
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line of a decklist, to be parsed by the game."""

    text: str
    notes: Notes = NO_NOTES
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Deck:
    """A player's decklist; ``lines`` is ``None`` if it is unknown."""

    player: str
    lines: tuple[DeckLine, ...] | None
    notes: Notes = NO_NOTES
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class PositionField:
    """A line of a position; ``columns`` has the column of each word of ``text``."""

    key: str
    text: str
    notes: Notes = NO_NOTES
    place: Place = field(default=Place(), compare=False)
    columns: tuple[int, ...] = field(default=(), compare=False)

    def column(self, index: int) -> int:
        """Return the column of character ``index`` of the text.

        That of the key if unknown.
        """
        prefix = self.text[:index]
        number = prefix.count(" ")
        if number >= len(self.columns):
            return self.place.column
        return self.columns[number] + index - (prefix.rfind(" ") + 1)


@dataclass(frozen=True, slots=True)
class Position:
    """The position that the record begins with."""

    fields: tuple[PositionField, ...]
    notes: Notes = NO_NOTES
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Play:
    """An action of a player, or an outcome of chance.

    Attributes:
        actor: a player's name as in the headers, ``CHANCE_NAME``, or ``UNNAMED``.
        words: the action in the game's notation.
        notes: comments and clock time.
        place: where the words begin.
        written: the original words, if ``words`` is their interpretation; empty otherwise.
    """

    actor: str
    words: str
    notes: Notes = NO_NOTES
    place: Place = field(default=Place(), compare=False)
    written: str = field(default="", compare=False)

    @property
    def as_written(self) -> str:
        """The words as they were written."""
        return self.written or self.words


@dataclass(frozen=True, slots=True)
class Branch:
    """An alternative continuation from where the plays stop being legal, or end.

    Attributes:
        name: ``claimed`` and ``ruled`` are compared; other names have no effect.
        plays: its plays.
    """

    name: str
    plays: tuple[Play, ...]
    notes: Notes = NO_NOTES
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a game, or of a part of one.

    Attributes:
        headers: ``REQUIRED`` ones first, in that order.
        decks: at most one for each player; a player without one has an unknown deck.
        position: where the record begins; ``None`` for the start of the game.
        plays: the plays in order.
        branches: alternative continuations.
        heading: comments at the heading of the plays.
        tail: comment lines after the last line.
    """

    headers: tuple[Header, ...]
    decks: tuple[Deck, ...] = ()
    position: Position | None = None
    plays: tuple[Play, ...] = ()
    heading: Notes = NO_NOTES
    tail: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()

    def header(self, key: str) -> Header | None:
        """Return the header ``key``, ignoring case, or ``None``."""
        return next((header for header in self.headers if header.key.casefold() == key.casefold()), None)

    def _value(self, key: str) -> str:
        header = self.header(key)
        return header.value if header else ""

    @property
    def game(self) -> str:
        """The game's slug."""
        return self._value("Game")

    @property
    def version(self) -> str:
        """The rules version."""
        return self._value("Rules")

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seat order."""
        return tuple(name.strip() for name in self._value("Players").split(","))

    @property
    def first(self) -> int:
        """The seat that takes the first turn."""
        return self.players.index(self._value("First"))

    def branch(self, name: str) -> Branch | None:
        """Return the branch ``name``, ignoring case, or ``None``."""
        return next((branch for branch in self.branches if branch.name.casefold() == name.casefold()), None)

    def deck(self, player: str) -> Deck | None:
        """Return the deck of a player, or ``None``."""
        return next((deck for deck in self.decks if deck.player == player), None)


def new_record(
    game: str,
    version: str,
    players: tuple[str, ...],
    first: int,
    extra: tuple[tuple[str, str], ...] = (),
) -> Record:
    """Return a record with headers only.

    Args:
        game: the game's slug.
        version: the rules version.
        players: the names in seat order.
        first: the seat that takes the first turn.
        extra: further headers, as pairs of key and value.
    """
    values = (str(FORMAT), game, version, ", ".join(players), players[first])
    pairs = (*zip(REQUIRED, values, strict=True), *extra)
    return Record(headers=tuple(Header(key, value) for key, value in pairs))
