"""Clauses of sentences, and errors for clauses that contradict the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.engine.decision import (
    AmbiguousActionError,
    InvalidActionError,
)
from rules.epic.notation.sentences.complements import Complement
from rules.epic.notation.sentences.rule import Rule

PICKS: Final = ("target", "choose")


class NotTrueError(InvalidActionError):
    """A sentence contradicts the game."""


class FalseStatementError(NotTrueError):
    """A sentence states a result that does not happen; other parses are not tried."""


class PartialDivisionError(NotTrueError):
    """A sentence leaves out damage that is divided at the same decision."""


class UnnamedSourceError(AmbiguousActionError):
    """A sentence states an effect without naming the card that causes it."""


def most_specific_error(errors: Sequence[InvalidActionError]) -> InvalidActionError:
    """Return the most specific error.

    A contradiction is more specific than a name without a match.
    """
    untrue = [error for error in errors if isinstance(error, NotTrueError)]
    located = [error for error in untrue if error.unparsed]
    return next(iter([*located, *untrue, *errors]))


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence.

    Attributes:
        rule: the grammar rule that matched.
        bindings: the values of the slots.
        extras: the complements.
        start, end: the word indices of the clause.
        seat: the acting player as named in the clause, or ``None``.
        times: phrases about the time: a key of ``TIMES`` and the values of its slots.
    """

    rule: Rule
    bindings: Mapping[str, Any]
    extras: tuple[Complement, ...]
    start: int
    end: int
    seat: int | None
    times: tuple[tuple[str, Mapping[str, Any]], ...] = ()
