"""What a deck check answers: every problem at once, each with what to do about it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
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
class Unchecked:
    """One thing that a format asks for and that nobody can say of a list, because a fact is missing.

    Attributes:
        code: A stable word for programs: ``free-cards``, ``card-unknown`` ...
        message: What is known, with numbers, and what is not.
        settled_by: What would settle it.
        rule: Where the thing that could not be checked is written.
        card: The card concerned; ``None`` when it is not about one card.
        lines: The lines concerned, from 1, in order.
    """

    code: str
    message: str
    settled_by: str
    rule: str
    card: str | None = None
    lines: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain values, keys ``code message settled_by card lines rule``."""
        return {
            "code": self.code,
            "message": self.message,
            "settled_by": self.settled_by,
            "card": self.card,
            "lines": list(self.lines),
            "rule": self.rule,
        }


class Verdict(StrEnum):
    """What a report says of a list in a word."""

    LEGAL = "legal"
    NOT_LEGAL = "not legal"
    AS_FAR_AS_KNOWN = "legal as far as known"


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
        unknown: Names no card has; each is also one of the problems, or of the things that were not checked.
        unchecked: What nobody can say of the list because facts are missing.
    """

    format: str
    on: date
    cards: int
    alignments: Mapping[str, AlignmentCount]
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    unknown: tuple[UnknownName, ...]
    unchecked: tuple[Unchecked, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What the report says in a word; a problem outweighs everything that was not checked."""
        if self.problems:
            return Verdict.NOT_LEGAL
        return Verdict.AS_FAR_AS_KNOWN if self.unchecked else Verdict.LEGAL

    @property
    def legal(self) -> bool:
        """Whether the list is known to be legal: there is no problem, and everything could be checked."""
        return self.verdict is Verdict.LEGAL

    @property
    def acceptable(self) -> bool:
        """Whether nothing that is known speaks against the list."""
        return self.verdict is not Verdict.NOT_LEGAL

    def at_line(self, number: int) -> tuple[Problem, ...]:
        """Return the problems that concern one line, for showing them beside it."""
        return tuple(problem for problem in self.problems if number in problem.lines)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, in the shape that the command line and the API print.

        ``verdict`` and ``unchecked`` are there when something could not be checked; ``legal`` is false then.
        """
        uncertain = {"verdict": str(self.verdict), "unchecked": [each.to_json() for each in self.unchecked]}
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
            **(uncertain if self.unchecked else {}),
        }
