"""Deck rules that an organiser sets for an event: banned cards and format facts.

Each game declares the facts that its formats need (:class:`DeckFact`); :class:`EventDeckRules` stores their values.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

FactValue = tuple[str, ...] | tuple[int, ...]

MAX_NAMES: Final = 500
MAX_DECK_SIZE: Final = 999
MAX_NAME_LENGTH: Final = 120
_SIZES: Final = re.compile(r"(?P<least>[0-9]{1,4})(?:\s*(?:-|\N{EN DASH}|to)\s*(?P<most>[0-9]{1,4}))?")


class FactKind(StrEnum):
    """The type of a fact."""

    NAMES = "names"
    SIZES = "sizes"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class DeckFact:
    """A fact that the formats of a game need from the organiser.

    Attributes:
        slug: Identifier.
        label: Display name.
        about: Help text, one sentence.
        kind: Type: names, allowed sizes, or a number.
    """

    slug: str
    label: str
    about: str
    kind: FactKind


class InvalidFactError(ValueError):
    """The value of a fact is invalid; the message says what is expected."""


@dataclass(frozen=True, slots=True)
class EventDeckRules:
    """An organiser's deck rules.

    Attributes:
        banned: Banned cards; ``None`` if not specified, empty for no bans.
        restricted: Cards limited to one copy; ``None`` if not specified, empty for no restrictions.
        facts: Values of the game's facts by slug, without unspecified ones.
    """

    banned: tuple[str, ...] | None = None
    restricted: tuple[str, ...] | None = None
    facts: Mapping[str, FactValue] = field(default_factory=dict)

    def names(self, slug: str) -> tuple[str, ...]:
        """Return the value of a fact of kind names; empty if not specified."""
        return tuple(map(str, self.facts.get(slug, ())))

    def sizes(self, slug: str) -> tuple[int, ...] | None:
        """Return the value of a fact of kind sizes, in order; ``None`` if not specified."""
        return tuple(map(int, self.facts[slug])) if slug in self.facts else None

    def number(self, slug: str) -> int | None:
        """Return the value of a fact of kind number; ``None`` if not specified."""
        sizes = self.sizes(slug)
        return sizes[0] if sizes else None


def parse_names(lines: Sequence[str]) -> tuple[str, ...]:
    """Parse one name per line; blank lines and repeated names are left out.

    Raises:
        InvalidFactError: There are too many, or one is invalid.
    """
    names = tuple(dict.fromkeys(" ".join(line.split()) for line in lines if line.strip()))
    if len(names) > MAX_NAMES:
        raise InvalidFactError(f"{len(names)} names: at most {MAX_NAMES} are taken")
    invalid = next((name for name in names if len(name) > MAX_NAME_LENGTH or not name.isprintable()), None)
    if invalid is not None:
        raise InvalidFactError(
            f"{invalid[:40]!r} is no name: write one name a line, of at most {MAX_NAME_LENGTH} characters"
        )
    return names


def parse_sizes(lines: Sequence[str]) -> tuple[int, ...]:
    """Parse sizes and ranges of sizes; return them in ascending order.

    >>> parse_sizes(["0, 15"])
    (0, 15)
    >>> parse_sizes(["0-3"])
    (0, 1, 2, 3)

    Raises:
        InvalidFactError: A part is not a size, or too large.
    """
    sizes: set[int] = set()
    for part in (part.strip() for line in lines for part in line.split(",")):
        match = _SIZES.fullmatch(part)
        if part and (match is None or int(match["most"] or match["least"]) > MAX_DECK_SIZE):
            raise InvalidFactError(f"{part[:40]!r} is no size: write numbers up to {MAX_DECK_SIZE}, like 0, 15 or 0-15")
        if match is not None:
            sizes.update(range(int(match["least"]), int(match["most"] or match["least"]) + 1))
    if not sizes and any(line.strip(" ,") for line in lines):
        raise InvalidFactError("the first number of a range is the lower one, like 0-15")
    return tuple(sorted(sizes))


def parse_fact(fact: DeckFact, lines: Sequence[str]) -> FactValue:
    """Parse the value of a fact; no lines give an empty value.

    Raises:
        InvalidFactError: The value is not of the fact's kind.
    """
    if fact.kind is FactKind.NAMES:
        return parse_names(lines)
    sizes = parse_sizes(lines)
    if fact.kind is FactKind.NUMBER and len(sizes) > 1:
        raise InvalidFactError("one number is asked for here")
    return sizes


def format_fact(fact: DeckFact, value: FactValue) -> str:
    """Return the value of a fact as text that :func:`parse_fact` accepts.

    >>> format_fact(DeckFact("a", "A", "", FactKind.SIZES), (0, 15))
    '0, 15'
    """
    if fact.kind is FactKind.NAMES:
        return "\n".join(map(str, value))
    numbers = [int(each) for each in value]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))
