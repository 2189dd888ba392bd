"""What an organiser tells of the decks of an event beyond its cards: banned and restricted ones, facts formats ask for.

Each game says which facts its formats ask for (:class:`DeckFact`); what is told of them is :class:`Told`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

Answer = tuple[str, ...] | tuple[int, ...]

MOST_NAMES: Final = 500
MOST_SIZE: Final = 999
LONGEST_NAME: Final = 120
_SIZES: Final = re.compile(r"(?P<least>[0-9]{1,4})(?:\s*(?:-|\N{EN DASH}|to)\s*(?P<most>[0-9]{1,4}))?")


class FactKind(StrEnum):
    """What a fact is."""

    NAMES = "names"
    SIZES = "sizes"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class DeckFact:
    """A fact that formats of a game ask of the organiser.

    Attributes:
        slug: Its name in programs.
        label: Its name on pages.
        about: What to write, in a sentence.
        kind: What it is: names, the sizes that something may have, or a number.
    """

    slug: str
    label: str
    about: str
    kind: FactKind


class AnswerError(ValueError):
    """What was told of a fact is none of its kind; says what would be right."""


@dataclass(frozen=True, slots=True)
class Told:
    """What an organiser tells.

    Attributes:
        banned: Cards that no deck may have; ``None`` while nobody says, empty where nothing is banned.
        restricted: Cards of which a deck has one copy at most, in the same way.
        facts: What is told of the game's facts, by their slugs; those that nobody tells of are left out.
    """

    banned: tuple[str, ...] | None = None
    restricted: tuple[str, ...] | None = None
    facts: Mapping[str, Answer] = field(default_factory=dict)

    def names(self, slug: str) -> tuple[str, ...]:
        """Return the names that are told; none while nobody says."""
        return tuple(map(str, self.facts.get(slug, ())))

    def sizes(self, slug: str) -> tuple[int, ...] | None:
        """Return the sizes that are told, in order; ``None`` while nobody says."""
        return tuple(map(int, self.facts[slug])) if slug in self.facts else None

    def number(self, slug: str) -> int | None:
        """Return the number that is told; ``None`` while nobody says."""
        sizes = self.sizes(slug)
        return sizes[0] if sizes else None


def read_names(lines: Sequence[str]) -> tuple[str, ...]:
    """Return names from lines, each once, in their order; blank lines fall out.

    Raises:
        AnswerError: There are too many, or one is none.
    """
    names = tuple(dict.fromkeys(" ".join(line.split()) for line in lines if line.strip()))
    if len(names) > MOST_NAMES:
        raise AnswerError(f"{len(names)} names: at most {MOST_NAMES} are taken")
    wrong = next((name for name in names if len(name) > LONGEST_NAME or not name.isprintable()), None)
    if wrong is not None:
        raise AnswerError(f"{wrong[:40]!r} is no name: write one name a line, of at most {LONGEST_NAME} characters")
    return names


def read_sizes(lines: Sequence[str]) -> tuple[int, ...]:
    """Return the sizes that lines name, in order.

    >>> read_sizes(["0, 15"])
    (0, 15)
    >>> read_sizes(["0-3"])
    (0, 1, 2, 3)

    Raises:
        AnswerError: A part is no size, or too large.
    """
    sizes: set[int] = set()
    for part in (part.strip() for line in lines for part in line.split(",")):
        found = _SIZES.fullmatch(part)
        if part and (found is None or int(found["most"] or found["least"]) > MOST_SIZE):
            raise AnswerError(f"{part[:40]!r} is no size: write numbers up to {MOST_SIZE}, like 0, 15 or 0-15")
        if found is not None:
            sizes.update(range(int(found["least"]), int(found["most"] or found["least"]) + 1))
    if not sizes and any(line.strip(" ,") for line in lines):
        raise AnswerError("the first number of a range is the lower one, like 0-15")
    return tuple(sorted(sizes))


def read_answer(fact: DeckFact, lines: Sequence[str]) -> Answer:
    """Return what lines tell of a fact; empty for nothing.

    Raises:
        AnswerError: It is none of the fact's kind.
    """
    if fact.kind is FactKind.NAMES:
        return read_names(lines)
    sizes = read_sizes(lines)
    if fact.kind is FactKind.NUMBER and len(sizes) > 1:
        raise AnswerError("one number is asked for here")
    return sizes


def write_answer(fact: DeckFact, answer: Answer) -> str:
    """Return what :func:`read_answer` reads back as the same.

    >>> write_answer(DeckFact("a", "A", "", FactKind.SIZES), (0, 15))
    '0, 15'
    """
    if fact.kind is FactKind.NAMES:
        return "\n".join(map(str, answer))
    numbers = [int(each) for each in answer]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))
