"""What a position of a game consists of, as data: whoever lets people describe one asks this and knows no game.

A game says which moments, numbers, zones and remarks its positions have, each by the words with which its notation
reads them, so that what is put together from them is text that the notation takes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.notation.position.fields import PositionFields

Kind: TypeAlias = Literal["turn", "player", "word", "number"]
"""Of a moment: whose turn and its number, a player, one of some words, or a number."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A field of the game: whose turn, which phase.

    Attributes:
        name: the field. kind: what it holds.
        words: those it may hold, the usual one first; of a ``turn`` and a ``player`` none, they hold names.
        usual: the number that is meant where nothing is said, of a ``turn`` and a ``number``.
    """

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    usual: int = 1


@dataclass(frozen=True, slots=True)
class Number:
    """A number of each player.

    Attributes:
        name: the field. usual: what is meant where nothing is said. most: the largest.
        steps: by how much it is commonly changed at once.
    """

    name: str
    usual: int
    most: int
    steps: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Remarks:
    """What can be said of a card in a zone, in parentheses behind its name.

    Attributes:
        one_of: words of which one holds, the first where none is said.
        flags: words that hold or do not.
        amounts: words with a number before them (``3 damage``).
    """

    one_of: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards of a player lie.

    Attributes:
        name: the field. label: the zone in words.
        remarks: what can be said of each card in it.
        unknown: how a card is written that nobody knows; empty where none can lie there.
        repeated: whether the field stands once for each card.
        parts: names of the places in it, each for one card, with what can be said there; written with ``between``.
        between: what stands between the parts. empty: what stands where a part has no card.
    """

    name: str
    label: str
    remarks: Remarks = Remarks()
    unknown: str = ""
    repeated: bool = False
    parts: Mapping[str, Remarks] = field(default_factory=dict)
    between: str = " / "
    empty: str = "none"


@dataclass(frozen=True, slots=True)
class Saying:
    """A play that is said of a card where it lies, or of none.

    Attributes:
        label: the play in a word or two. words: the line, ``{}`` for the card.
        zones: the zones in which cards can be said to do it; none for a play without a card.
        several: whether a further card is added to the line before, as attackers are.
    """

    label: str
    words: str
    zones: tuple[str, ...] = ()
    several: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A play as people say it, with a position in which it can be read.

    Attributes:
        play: the line, ``{0}`` and ``{1}`` for the first two players.
        position: lines of a position, the same way.
    """

    play: str
    position: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PositionForm:
    """What a position of a game consists of.

    Attributes:
        fields: sorts the lines of a position to these fields by every name they go by.
        moments: fields of the game. numbers: of each player. zones: of each player, the table first.
        sayings: plays that people claim most often.
        examples: plays as people say them, shown to whoever types one.
    """

    fields: type[PositionFields]
    moments: tuple[Moment, ...]
    numbers: tuple[Number, ...]
    zones: tuple[Zone, ...]
    sayings: tuple[Saying, ...]
    examples: tuple[Example, ...] = ()

    def zone(self, name: str) -> Zone | None:
        """Return a zone by its field, None where there is none."""
        return next((zone for zone in self.zones if zone.name == name), None)
