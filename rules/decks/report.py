"""What a deck check answers: every problem at once, each with what to do about it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a list (or, as a warning, one thing unusual).

    Attributes:
        code: A stable word for programs: ``too-few-cards``, ``copies``, ``banned`` ...
        message: What is wrong, with numbers, and what would be right.
        rule: Where it is written: a rule number, a rule book section (``RB:...``) or the address of an announcement.
        card: The card concerned; ``None`` when it is not about one card.
        lines: The lines concerned, from 1, in order.
    """

    code: str
    message: str
    rule: str
    card: str | None = None
    lines: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain values, keys ``code message card lines rule``."""
        return {
            "code": self.code,
            "message": self.message,
            "card": self.card,
            "lines": list(self.lines),
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class AlignmentCount:
    """The balance of one alignment in the main deck.

    Attributes:
        zero: Cards that cost 0.
        one: Cards that cost 1.
        needed: Cards costing 1 that the format asks for, given the ones that cost 0.
    """

    zero: int = 0
    one: int = 0
    needed: int = 0


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that no card has, with what it may mean.

    Attributes:
        line: The line, from 1.
        text: The line as written.
        suggestions: Names it may mean, best first.
    """

    line: int
    text: str
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckReport:
    """The whole answer of a format to a list.

    Attributes:
        format: The format's slug.
        on: The day whose ban list applied.
        cards: Copies in the main deck whose names are known and that may be in a deck.
        alignments: The balance by alignment, every alignment of the game in its usual order.
        problems: Everything that makes the list not legal.
        warnings: What is legal but unusual or uncertain.
        unknown: Names no card has; each is also one of the problems.
    """

    format: str
    on: date
    cards: int
    alignments: Mapping[str, AlignmentCount]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    unknown: tuple[UnknownName, ...]

    @property
    def legal(self) -> bool:
        """Whether the list may be played: there is no problem."""
        return not self.problems

    def at_line(self, number: int) -> tuple[Problem, ...]:
        """Return the problems that concern one line, for showing them beside it."""
        return tuple(problem for problem in self.problems if number in problem.lines)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, in the shape that the command line and the API print."""
        return {
            "format": self.format,
            "on": self.on.isoformat(),
            "legal": self.legal,
            "cards": self.cards,
            "alignments": {name: asdict(count) for name, count in self.alignments.items()},
            "problems": [problem.to_json() for problem in self.problems],
            "warnings": [warning.to_json() for warning in self.warnings],
            "unknown": [
                {"line": name.line, "text": name.text, "suggestions": list(name.suggestions)} for name in self.unknown
            ],
        }
