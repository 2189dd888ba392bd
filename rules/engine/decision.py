"""Decisions and answers as values: the engine stops at a decision and goes on with an answer.

A game is a start and a flat list of answers; ``check`` in a game's engine says what is wrong with an answer, and the
legal answers are defined by it, so no second code path can disagree.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, Final

from rules.engine.values import ValueObject


class Action(ValueObject):
    """One answer to one decision; in a record it is one line.

    Attributes:
        seat: who answers; ``CHANCE`` for the shuffle.
        verb: what is done, one of the verbs in ``rules.epic.engine`` (``play``, ``attack``, ``pass``, ``target`` ...).
        refs: what it is done with, as references of ``rules.engine.ids``; sets are sorted ascending.
        option: which mode, power, ability or defending seat; 0 where there is one only.
        amounts: numbers that belong to ``refs`` (damage points); empty where none are needed.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("seat", "verb", "refs", "option", "amounts")

    __slots__ = PARTS

    def __init__(
        self, seat: int, verb: str, refs: tuple[int, ...] = (), option: int = 0, amounts: tuple[int, ...] = ()
    ) -> None:
        self.seat: Final[int] = seat
        self.verb: Final[str] = verb
        self.refs: Final[tuple[int, ...]] = refs
        self.option: Final[int] = option
        self.amounts: Final[tuple[int, ...]] = amounts


@dataclass(frozen=True, slots=True)
class Violation:
    """One condition that an answer fails.

    Attributes:
        rule: the citation that demands it (``4.4.1``, ``RB:...`` or ``I-40``).
        text: one sentence that names the card, the fact and what would have been needed.
        public: the sentence for those who may not see hidden cards; empty where ``text`` tells of none.
        is_timing: whether the answer only comes too early, so that it may be legal once players have passed.
    """

    rule: str
    text: str
    public: str = ""
    is_timing: bool = field(default=False, compare=False)

    @property
    def for_public(self) -> "Violation":
        """The same reason without what only one player may know."""
        return Violation(self.rule, self.public or self.text, is_timing=self.is_timing)


@dataclass(frozen=True, slots=True)
class Justification:
    """The decisive reason why a legal answer is legal.

    Attributes:
        rule: citation of the rule that allows it.
        text: one sentence that names who acts, the cards and the condition that is met.
    """

    rule: str
    text: str


class Decision(ValueObject):
    """What the engine waits for.

    Attributes:
        seat: who must answer; ``CHANCE`` for the shuffle.
        kind: ``mulligan act target choose may order block assign discard reveal draw mode`` (``rules.epic.engine``).
        candidates: references among which to choose, where the answer is a choice; of a draw the deck says them.
        low: fewest that must be chosen.
        high: most that may be chosen.
        source: the card or object whose instruction asks, 0 when the turn itself asks.
        rules: the citations that make this decision exist.
        detail: further facts by name that the kind needs (amount to divide, which ability, which step).
    """

    PARTS: ClassVar[tuple[str, ...]] = ("seat", "kind", "candidates", "low", "high", "source", "rules", "detail")

    __slots__ = PARTS

    def __init__(
        self,
        seat: int,
        kind: str,
        candidates: tuple[int, ...] = (),
        low: int = 1,
        high: int = 1,
        source: int = 0,
        rules: tuple[str, ...] = (),
        detail: tuple[tuple[str, int | str], ...] = (),
    ) -> None:
        self.seat: Final[int] = seat
        self.kind: Final[str] = kind
        self.candidates: Final[tuple[int, ...]] = candidates
        self.low: Final[int] = low
        self.high: Final[int] = high
        self.source: Final[int] = source
        self.rules: Final[tuple[str, ...]] = rules
        self.detail: Final[tuple[tuple[str, int | str], ...]] = detail


def detail(decision: Decision, name: str) -> int:
    """Return the number called ``name`` in a decision's detail, 0 when there is none."""
    for key, value in decision.detail:
        if key == name:
            return int(value)
    return 0


class ActionError(Exception):
    """Something is wrong with an answer; the three kinds below say what."""


class InvalidActionError(ActionError):
    """The answer is not well formed: it cannot be parsed as an answer to this decision.

    Args:
        message: what is wrong, and what would be right.
        unparsed: the part of the text that was not understood; empty if no single part is to blame.
    """

    def __init__(self, message: str, *, unparsed: str = "") -> None:
        super().__init__(message)
        self.unparsed = unparsed

    def __reduce__(self) -> tuple[Callable[..., "InvalidActionError"], tuple[object, ...]]:
        """Unpickle by calling ``__init__`` with the unparsed part."""
        return _unpickle, (type(self), str(self), self.unparsed)


class UnparsedTextError(InvalidActionError):
    """Part of a line that is not understood; the reader of the whole line adds who is asked for what.

    It is defined here since an interpreted class cannot derive from a compiled one that has an ``__init__``.
    """


def _unpickle(kind: type[InvalidActionError], message: str, unparsed: str) -> InvalidActionError:
    return kind(message, unparsed=unparsed)


class IllegalActionError(ActionError):
    """The answer is well formed but not allowed here.

    Args:
        violations: every reason.
        constraint: what the legal answers have in common, in one sentence, where they are too many to list.
        nearest: those of them that are most like the answer, the nearest first.
    """

    def __init__(self, violations: list[Violation], constraint: str = "", nearest: tuple[str, ...] = ()) -> None:
        told = "; ".join(f"{v.rule}: {v.text}" for v in violations)
        near = f" Legal and most like it: {'; '.join(nearest)}." if nearest else ""
        super().__init__(f"{told}. {constraint}{near}" if constraint else told)
        self.violations, self.constraint, self.nearest = violations, constraint, nearest

    def __reduce__(self) -> tuple[type["IllegalActionError"], tuple[list[Violation], str, tuple[str, ...]]]:
        """Let a pickle begin it with its reasons, as an error is otherwise begun with its message."""
        return type(self), (self.violations, self.constraint, self.nearest)


class AmbiguousActionError(ActionError):
    """The words fit several things; ``candidates`` lists them by the words that would tell them apart."""

    def __init__(self, words: str, candidates: list[str]) -> None:
        super().__init__(f"{words!r} could mean {' or '.join(candidates)}")
        self.words = words
        self.candidates = candidates

    def __reduce__(self) -> tuple[type["AmbiguousActionError"], tuple[str, list[str]]]:
        """Let a pickle begin it with the words and the candidates."""
        return type(self), (self.words, self.candidates)


class ImpossibleActionError(ActionError):
    """The answer cannot be carried out at all, even against the rules; the message says why."""


class SetupError(ValueError):
    """A game cannot begin like this; the message names everything that is wrong."""


class UndeterminedError(Exception):
    """The rules do not say how the game goes on; the message says why and what would settle it."""


class UnstatedChoiceError(UndeterminedError):
    """A record does not state an answer, and it makes a difference which it was.

    Args:
        message: what is not stated, and the lines that would state it.
        courses: the answers before the line, one tuple for each course that is possible; empty where a course needs
            picks that nobody can guess.
    """

    def __init__(self, message: str, courses: tuple[tuple[Action, ...], ...] = ()) -> None:
        super().__init__(message)
        self.branches = courses

    def __reduce__(self) -> tuple[type["UnstatedChoiceError"], tuple[str, tuple[tuple[Action, ...], ...]]]:
        """Pickle the message with the courses."""
        return type(self), (str(self), self.branches)
