"""Clauses of sentences, and the errors of those that are not true."""

from collections.abc import Mapping
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
    """A sentence states something that the game contradicts."""


class FalseStatementError(NotTrueError):
    """A sentence states a result that does not come about; it stays false however the sentence is taken apart."""


class UnnamedSourceError(AmbiguousActionError):
    """A sentence says what happens, and not which card does it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence.

    Attributes:
        rule: the way in which it is said. found: what its slots stand for. extras: its complements.
        start, end: its words. seat: who acts by its own words, ``None`` where they do not say.
        times: what it says of the moment: the key in ``TIMES`` and what its slots stand for.
    """

    rule: Rule
    found: Mapping[str, Any]
    extras: tuple[Complement, ...]
    start: int
    end: int
    seat: int | None
    times: tuple[tuple[str, Mapping[str, Any]], ...] = ()
