"""Data model of a game's positions, for editors that know no game.

A game lists the moments, numbers, zones and remarks of its positions with the words that its notation parses, so that
text built from them can be parsed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.notation.position.fields import PositionFields

Kind: TypeAlias = Literal["turn", "player", "word", "number"]
"""Type of a field about the moment: turn, player, one of several words, or number."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A field of the game, such as the turn or the phase.

    Attributes:
        name: the field. kind: type of its value.
        words: possible values, the default first; empty for ``turn`` and ``player``, whose values are names.
        usual: default number of a ``turn`` or ``number``.
    """

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    usual: int = 1


@dataclass(frozen=True, slots=True)
class Number:
    """A number that each player has, such as health.

    Attributes:
        name: the field. usual: default. most: maximum.
        steps: common changes.
    """

    name: str
    usual: int
    most: int
    steps: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Remarks:
    """Remarks that a card in a zone can have, in parentheses after its name.

    Attributes:
        one_of: mutually exclusive words, the default first.
        flags: independent words.
        amounts: words with a number before them (``3 damage``).
    """

    one_of: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of a player.

    Attributes:
        name: the field. label: the zone in words.
        remarks: possible remarks of each card in it.
        unknown: how an unknown card is written; empty if it can have none.
        repeated: True if the field has one line per card.
        parts: named places for one card each, with their possible remarks; separated by ``between``.
        between: separator of the parts. empty: text of a part without a card.
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
    """A suggested play, with a card of a zone or without a card.

    Attributes:
        label: the play in a word or two. words: the line, with ``{}`` for the card.
        zones: zones of the cards that can do it; empty for a play without a card.
        several: True if a further card is added to the previous line, as attackers are.
    """

    label: str
    words: str
    zones: tuple[str, ...] = ()
    several: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """An example play, with a position in which it can be parsed.

    Attributes:
        play: the line, ``{0}`` and ``{1}`` for the first two players.
        position: lines of a position, with the same placeholders.
    """

    play: str
    position: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PositionForm:
    """The fields, zones and suggested plays of a game's positions.

    Attributes:
        fields: the class that assigns the lines of a position to fields.
        moments: fields of the game. numbers: numbers of each player. zones: zones of each player, the table first.
        sayings: suggested plays.
        examples: example plays for the editor.
    """

    fields: type[PositionFields]
    moments: tuple[Moment, ...]
    numbers: tuple[Number, ...]
    zones: tuple[Zone, ...]
    sayings: tuple[Saying, ...]
    examples: tuple[Example, ...] = ()

    def zone(self, name: str) -> Zone | None:
        """Return a zone by its field; None if there is none."""
        return next((zone for zone in self.zones if zone.name == name), None)
