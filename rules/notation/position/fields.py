"""Fields of a described position, sorted by meaning; collects errors."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.decks.names import fold, suggest, words
from rules.notation.players import seats_called
from rules.notation.position.errors import FieldError

MAX_POINTS: Final = 9_999
MIN_LETTERS: Final = 3
"""Minimum number of letters of an abbreviated field name."""
EVERYONE: Final = -1
NOWHERE: Final = ("", 0)
_UNIT: Final = re.compile(
    r"(?<=\d)\s*(?:health|life|hp|hit points|points?|gold|coins?|pieces?)(?: left)?\.?$", re.IGNORECASE
)
"""Optional units of a number: ``20 hp``."""
Spot = tuple[str, int]
"""Location in a position: field as written and line index; ``NOWHERE`` if missing."""


def also(record: Any, new: Any, keys: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Yield the facts of ``record`` without a field that differ from ``new``.

    Each is a name and a JSON value.
    """
    for field in type(record).FIELDS:
        if field.name not in keys and getattr(record, field.name) != getattr(new, field.name):
            yield field.name, field.to_json(getattr(record, field.name))


class PositionFields:
    """The fields of one position; each game declares its fields.

    >>> class Fields(PositionFields):
    ...     moment, personal, aliases = ("Turn",), ("health", "hand"), {"life": "health"}
    >>> fields = Fields({"Turn": ["Ann 3"], "Ann's life": ["20 points"], "Ben hnd": ["Kong"]}, ("Ann", "Ben"))
    >>> fields.one(EVERYONE, "Turn"), fields.number(0, "health", 1, None)
    (('Ann 3', ('Turn', 0)), 20)
    >>> [wrong.message for wrong in fields.wrong]
    ["'Ben hnd' is no field of a position; did you mean Ben hand or Ben health?"]

    Attributes:
        players: names in seat order.
        lines: text and spot of each line, by seat (``EVERYONE`` for the game's own fields) and name of the field.
        wrong: the errors found so far.
        moment, personal: the fields of the game, and those of each player. repeated: fields with several lines.
        aliases: synonyms of the names of a player's fields.
    """

    moment: ClassVar[tuple[str, ...]] = ()
    personal: ClassVar[tuple[str, ...]] = ()
    repeated: ClassVar[tuple[str, ...]] = ()
    aliases: ClassVar[Mapping[str, str]] = {}

    def __init__(self, fields: Mapping[str, Sequence[str]], players: tuple[str, ...]) -> None:
        self.players = players
        self.wrong: list[FieldError] = []
        self._reported: set[FieldError] = set()
        self.lines: dict[tuple[int, str], list[tuple[str, Spot]]] = {}
        self._known = _by_every_name(self.moment, self.personal, tuple(self.aliases.items()), players)
        for key, texts in fields.items():
            self._sort_in(key, texts)

    def say(self, spot: Spot, message: str) -> None:
        """Add an error at ``spot``."""
        error = FieldError(spot[0], spot[1], message)
        if error not in self._reported:
            self._reported.add(error)
            self.wrong.append(error)

    def _sort_in(self, key: str, texts: Sequence[str]) -> None:
        """Assign the lines of a key to a field of the game or of a player."""
        known_fields = self._known
        fitting = [known_fields[fold(key)]] if fold(key) in known_fields else self._begun(key)
        if len(fitting) > 1:
            self.say((key, 0), f"{key!r} could mean {' or '.join(self._called(*each) for each in fitting)}")
            return
        if not fitting:
            shown = {
                name: words(name) for name in (*self.moment, *(f"{p} {n}" for p in self.players for n in self.personal))
            }
            guesses = suggest(key, shown, 2)
            hint = f"did you mean {' or '.join(guesses)}?" if guesses else f"known are {', '.join(shown)}"
            self.say((key, 0), f"{key!r} is no field of a position; {hint}")
            return
        lines = self.lines.setdefault(fitting[0], [])
        lines += [(text, (key, index)) for index, text in enumerate(texts)]
        if len(lines) > 1 and fitting[0][1] not in self.repeated:
            self.say(lines[1][1], f"{key} is given more than once")

    def _begun(self, key: str) -> list[tuple[int, str]]:
        """Return the fields that an abbreviated key can mean.

        Such as ``init``, ``A ch`` and ``Ann's hand``.
        """
        fitting = [
            (EVERYONE, name) for name in self.moment if len(key) >= MIN_LETTERS and fold(name).startswith(fold(key))
        ]
        parts = key.split()
        for end in range(1, len(parts)):
            player, field = " ".join(parts[:end]), fold(" ".join(parts[end:]))
            seats = self.seats(re.sub("['’]s$", "", player))  # noqa: RUF001 - phones write such quotes
            names = [name for name in self.personal if fold(name) == field] or [
                name for name in self.personal if field and f"{fold(name)}s".startswith(field)
            ]
            names = names or [name for alias, name in self.aliases.items() if fold(alias) == field][:1]
            fitting += [(seat, name) for seat in seats for name in names]
        return fitting

    def _called(self, seat: int, name: str) -> str:
        return name if seat == EVERYONE else f"{self.players[seat]} {name}"

    def non_empty_lines(self, seat: int, name: str) -> list[tuple[str, Spot]]:
        """Return text and spot of each non-empty line of a field."""
        return [(text, spot) for text, spot in self.lines.get((seat, name), ()) if text.strip()]

    def seats(self, text: str) -> list[int]:
        """Return the seats that a name can mean.

        The player with this name, else all whose names start with it.
        """
        return seats_called(text, self.players)

    def out(self) -> tuple[int, ...]:
        """Return the seats of players who have left the game."""
        line = self.one(EVERYONE, "Out")
        if line is None or fold(line[0]) in ("nobody", "none"):
            return ()
        meant = [self.seats(name) for name in line[0].split(",")]
        return tuple(seats[0] for seats in meant if len(seats) == 1)

    def one(self, seat: int, name: str) -> tuple[str, Spot] | None:
        """Return text and spot of a field with one line; None if it is missing."""
        lines = self.lines.get((seat, name))
        return lines[0] if lines else None

    def number(self, seat: int, name: str, low: int, default: int | None) -> int:
        """Return a number of a player; the field is required if ``default`` is None."""
        line = self.one(seat, name)
        if line is None:
            if default is None:
                self.say(
                    ("", 0),
                    f"the {name} of {self.players[seat]} is missing: write `{self.players[seat]} {name}: 30`",
                )
            return default or low
        text, spot = _UNIT.sub("", line[0]), line[1]
        if not re.fullmatch(r"-?\d{1,6}", text):
            self.say(spot, f"{text!r} is no number of points")
            return low
        if not low <= int(text) <= MAX_POINTS:
            self.say(
                spot,
                f"{spot[0]} is {text}: {self.too_few(name)}" if int(text) < low else f"{spot[0]} is {text}: too much",
            )
            return low
        return int(text)

    def too_few(self, name: str) -> str:
        """Return the reason why a player's number cannot be lower."""
        return "there cannot be less than 0"

    def player(self, text: str, spot: Spot) -> int:
        """Return the seat that a text names.

        Add an error and return -1 if it names none or several.
        """
        seats = self.seats(text)
        if len(seats) == 1:
            return seats[0]
        if seats:
            self.say(spot, f"{text!r} could mean {' or '.join(self.players[seat] for seat in seats)}")
        else:
            self.say(spot, f"{text!r} is no player; players are {', '.join(self.players)}")
        return -1

    def yes(self, name: str) -> bool | None:
        """Return the value of a yes-or-no field; None if it is missing."""
        line = self.one(EVERYONE, name)
        if line is None:
            return None
        text, spot = line
        if fold(text) in ("yes", "no"):
            return fold(text) == "yes"
        self.say(spot, f"{name} is yes or no, not {text!r}")
        return None

    def turn(self, text: str, first: int) -> tuple[str, int | None]:
        """Parse the player and number of the turn; empty or None for a missing part.

        Between two players the number determines whose turn it is: they alternate, beginning with ``first``.
        """
        match = re.fullmatch(r"(?:turn\s+)?(\d{1,4})(?:[\s,:(]+(.+?)\)?)?", text, re.IGNORECASE)
        if match:
            number = int(match[1])
            alone = self.players[(first + number - 1) % 2] if len(self.players) == 2 and number else ""
            return match[2] or alone, number
        match = re.fullmatch(r"(.+?)(?:'s)?[\s,]+(?:turn\s*)?(\d{1,4})", text, re.IGNORECASE)
        if match:
            return match[1], int(match[2])
        return re.sub(r"(?:'s)?\s+turn$|'s$", "", text.strip(), flags=re.IGNORECASE), None


@lru_cache(maxsize=64)
def _by_every_name(
    moment: tuple[str, ...],
    personal: tuple[str, ...],
    aliases: tuple[tuple[str, str], ...],
    players: tuple[str, ...],
) -> Mapping[str, tuple[int, str]]:
    """Return the fields by each of their folded names."""
    by_name: dict[str, tuple[int, str]] = {fold(name): (EVERYONE, name) for name in moment}
    for seat, player in enumerate(players):
        for name in personal:
            for form in (f"{player} {name}", f"{player}'s {name}", f"{player} {name}s"):
                by_name.setdefault(fold(form), (seat, name))
        for alias, name in aliases:
            for form in (f"{player} {alias}", f"{player}'s {alias}"):
                by_name.setdefault(fold(form), (seat, name))
        for word, name in (*aliases, *((name, name) for name in personal)):
            for form in (f"{word} {player}", f"{word} of {player}"):
                by_name.setdefault(fold(form), (seat, name))
    return MappingProxyType(by_name)


def spot_of(fields: PositionFields, seat: int, name: str) -> Spot:
    """Return the spot of a field; ``NOWHERE`` if it is missing."""
    line = fields.one(seat, name)
    return line[1] if line else NOWHERE
