"""The fields of a described position by what they mean, and what is wrong with them collected as it is met."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.decks.names import fold, suggest, words
from rules.notation.players import seats_called
from rules.notation.position.errors import FieldError

MOST_POINTS: Final = 9_999
FEWEST: Final = 3
"""Letters of a field's name that are needed at least, where it is shortened."""
EVERYONE: Final = -1
NOWHERE: Final = ("", 0)
_UNIT: Final = re.compile(
    r"(?<=\d)\s*(?:health|life|hp|hit points|points?|gold|coins?|pieces?)(?: left)?\.?$", re.IGNORECASE
)
"""What a number of points may be of: ``20 hp``."""
Spot = tuple[str, int]
"""A field as written and which of its lines, from 0; ``NOWHERE`` for what is missing."""


def also(record: Any, new: Any, keys: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Yield name and JSON form of each fact of ``record`` without a field of its own that differs from ``new``."""
    for field in type(record).FIELDS:
        if field.name not in keys and getattr(record, field.name) != getattr(new, field.name):
            yield field.name, field.to_json(getattr(record, field.name))


class PositionFields:
    """The fields of one position; a game says which it has.

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
        wrong: what has been found wrong so far.
        moment, personal: the fields of the game, and those of each player. repeated: those that stand several times.
        aliases: other words that people have for a player's fields.
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
        """Note that something at ``spot`` cannot be."""
        found = FieldError(spot[0], spot[1], message)
        if found not in self._reported:
            self._reported.add(found)
            self.wrong.append(found)

    def _sort_in(self, key: str, texts: Sequence[str]) -> None:
        """Find out which field a key means: one of the game's, or one of a player's."""
        known = self._known
        fitting = [known[fold(key)]] if fold(key) in known else self._begun(key)
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
            self.say(lines[1][1], f"{key} is told more than once")

    def _begun(self, key: str) -> list[tuple[int, str]]:
        """Return the fields that a shortened key fits: ``init``, or for a player ``A ch`` and ``Ann's hand``."""
        fitting = [(EVERYONE, name) for name in self.moment if len(key) >= FEWEST and fold(name).startswith(fold(key))]
        parts = key.split()
        for end in range(1, len(parts)):
            who, what = " ".join(parts[:end]), fold(" ".join(parts[end:]))
            seats = self.seats(re.sub("['’]s$", "", who))  # noqa: RUF001 - phones write such quotes
            names = [name for name in self.personal if fold(name) == what] or [
                name for name in self.personal if what and f"{fold(name)}s".startswith(what)
            ]
            names = names or [name for alias, name in self.aliases.items() if fold(alias) == what][:1]
            fitting += [(seat, name) for seat in seats for name in names]
        return fitting

    def _called(self, seat: int, name: str) -> str:
        return name if seat == EVERYONE else f"{self.players[seat]} {name}"

    def told(self, seat: int, name: str) -> list[tuple[str, Spot]]:
        """Return text and spot of each line of a field in which something stands."""
        return [(text, spot) for text, spot in self.lines.get((seat, name), ()) if text.strip()]

    def seats(self, text: str) -> list[int]:
        """Return the seats of the players that ``text`` can mean: of that name, else of a name that begins so."""
        return seats_called(text, self.players)

    def out(self) -> tuple[int, ...]:
        """Return the seats that are said to have left the game."""
        found = self.one(EVERYONE, "Out")
        if found is None or fold(found[0]) in ("nobody", "none"):
            return ()
        meant = [self.seats(name) for name in found[0].split(",")]
        return tuple(seats[0] for seats in meant if len(seats) == 1)

    def one(self, seat: int, name: str) -> tuple[str, Spot] | None:
        """Return text and spot of a field that stands once, ``None`` when it is missing."""
        lines = self.lines.get((seat, name))
        return lines[0] if lines else None

    def number(self, seat: int, name: str, low: int, default: int | None) -> int:
        """Return a player's number of points; without a ``default`` the field may not be missing."""
        found = self.one(seat, name)
        if found is None:
            if default is None:
                self.say(
                    ("", 0),
                    f"the {name} of {self.players[seat]} is missing: write `{self.players[seat]} {name}: 30`",
                )
            return default or low
        text, spot = _UNIT.sub("", found[0]), found[1]
        if not re.fullmatch(r"-?\d{1,6}", text):
            self.say(spot, f"{text!r} is no number of points")
            return low
        if not low <= int(text) <= MOST_POINTS:
            self.say(
                spot,
                f"{spot[0]} is {text}: {self.too_few(name)}" if int(text) < low else f"{spot[0]} is {text}: too much",
            )
            return low
        return int(text)

    def too_few(self, name: str) -> str:
        """Return why a player's number of points cannot be lower."""
        return "there cannot be less than 0"

    def player(self, text: str, spot: Spot) -> int:
        """Return the seat that ``text`` names, -1 after saying that it names nobody, or several."""
        seats = self.seats(text)
        if len(seats) == 1:
            return seats[0]
        if seats:
            self.say(spot, f"{text!r} could mean {' or '.join(self.players[seat] for seat in seats)}")
        else:
            self.say(spot, f"{text!r} is no player; players are {', '.join(self.players)}")
        return -1

    def yes(self, name: str) -> bool | None:
        """Return what a field that is yes or no says, ``None`` when it is missing."""
        found = self.one(EVERYONE, name)
        if found is None:
            return None
        text, spot = found
        if fold(text) in ("yes", "no"):
            return fold(text) == "yes"
        self.say(spot, f"{name} is yes or no, not {text!r}")
        return None

    def turn(self, text: str, first: int) -> tuple[str, int | None]:
        """Return whose turn ``text`` says it is, empty where of nobody is told, and which, ``None`` where it is not.

        Between two players a number tells whose turn it is: they have theirs one after the other, ``first`` the first.
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
    """Return each field of a game among these players by everything that it is called, folded."""
    known: dict[str, tuple[int, str]] = {fold(name): (EVERYONE, name) for name in moment}
    for seat, player in enumerate(players):
        for name in personal:
            for form in (f"{player} {name}", f"{player}'s {name}", f"{player} {name}s"):
                known.setdefault(fold(form), (seat, name))
        for alias, name in aliases:
            for form in (f"{player} {alias}", f"{player}'s {alias}"):
                known.setdefault(fold(form), (seat, name))
        for word, name in (*aliases, *((name, name) for name in personal)):
            for form in (f"{word} {player}", f"{word} of {player}"):
                known.setdefault(fold(form), (seat, name))
    return MappingProxyType(known)


def spot_of(fields: PositionFields, seat: int, name: str) -> Spot:
    """Return where a field stands, ``NOWHERE`` without it."""
    found = fields.one(seat, name)
    return found[1] if found else NOWHERE
