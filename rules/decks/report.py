"""The report of a deck check: problems, warnings and unchecked rules."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """A violation of a deck rule, or a warning about something legal but unusual.

    Attributes:
        code: Stable code: ``too-few-cards``, ``copies``, ``banned`` ...
        message: What is wrong, with numbers, and how to fix it.
        rule: Source: a rule number, a rule book section (``RB:...``) or the URL of an announcement.
        card: Name of the card; ``None`` if it concerns no single card.
        lines: Line numbers, from 1, in order.
    """

    code: str
    message: str
    rule: str
    card: str | None = None
    lines: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return a JSON-compatible dict with the keys ``code message card lines rule``."""
        return {
            "code": self.code,
            "message": self.message,
            "card": self.card,
            "lines": list(self.lines),
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule of the format that could not be checked because a fact is missing.

    Attributes:
        code: Stable code: ``free-cards``, ``card-unknown`` ...
        message: What is known, with numbers, and what is not.
        settled_by: Which information would allow the check.
        rule: Source of the rule.
        card: Name of the card; ``None`` if it concerns no single card.
        lines: Line numbers, from 1, in order.
    """

    code: str
    message: str
    settled_by: str
    rule: str
    card: str | None = None
    lines: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return a JSON-compatible dict: ``code message settled_by card lines rule``."""
        return {
            "code": self.code,
            "message": self.message,
            "settled_by": self.settled_by,
            "card": self.card,
            "lines": list(self.lines),
            "rule": self.rule,
        }


class Verdict(StrEnum):
    """The overall result of a deck check."""

    LEGAL = "legal"
    NOT_LEGAL = "not legal"
    AS_FAR_AS_KNOWN = "legal as far as known"


@dataclass(frozen=True, slots=True)
class AlignmentCount:
    """The numbers of free (0-cost) and 1-cost cards of one alignment in the main deck.

    Attributes:
        zero: Number of 0-cost cards.
        one: Number of 1-cost cards.
        needed: Number of 1-cost cards that the format requires.
    """

    zero: int = 0
    one: int = 0
    needed: int = 0


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A card name that is not in the catalogue, with suggestions.

    Attributes:
        line: Line number, from 1.
        text: The line as written.
        suggestions: Similar names, best first.
    """

    line: int
    text: str
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckReport:
    """The result of checking a list against a format.

    Attributes:
        format: Slug of the format.
        on: The date whose ban list applied.
        cards: Number of known deck cards in the main deck.
        alignments: Counts by alignment, in the usual order.
        problems: Rule violations.
        warnings: What is legal but unusual or uncertain.
        unknown: Unknown names; each is also among the problems or the unchecked rules.
        unchecked: Rules that could not be checked because facts are missing.
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
        """The overall result; problems take precedence over unchecked rules."""
        if self.problems:
            return Verdict.NOT_LEGAL
        return Verdict.AS_FAR_AS_KNOWN if self.unchecked else Verdict.LEGAL

    @property
    def legal(self) -> bool:
        """True if there are no problems and no unchecked rules."""
        return self.verdict is Verdict.LEGAL

    @property
    def acceptable(self) -> bool:
        """True if there are no problems; unchecked rules are allowed."""
        return self.verdict is not Verdict.NOT_LEGAL

    def at_line(self, number: int) -> tuple[Problem, ...]:
        """Return the problems of one line."""
        return tuple(problem for problem in self.problems if number in problem.lines)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON-compatible dict, for command line and API.

        ``verdict`` and ``unchecked`` are included only if something could not be checked; ``legal`` is false then.
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
