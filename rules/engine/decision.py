"""Decisions, actions and the errors about them.

The engine stops at a decision and continues with an action, so a game is an initial state and a list of actions. The
legal actions are defined by ``check`` of the game's engine; there is no second implementation that could differ.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, Final

from rules.engine.values import ValueObject


class Action(ValueObject):
    """An action at a decision, as structured data; one line of a record.

    Attributes:
        seat: the seat that acts; ``CHANCE`` for an outcome of chance.
        verb: the type of action (``play``, ``attack``, ``pass``, ``target`` ...).
        refs: the cards, objects or seats it refers to (``rules.engine.ids``); sets are sorted ascending.
        option: the mode, power, ability or defending seat; 0 where there is only one.
        amounts: numbers that belong to ``refs`` (points of damage); empty where none are needed.
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
    """A rule or condition that an action violates.

    Attributes:
        rule: the citation of the rule (``4.4.1``, ``RB:...`` or ``I-40``).
        text: one sentence that names the card, the fact and what is required.
        public: the sentence for viewers who may not see hidden cards; empty if ``text`` reveals nothing.
        is_timing: whether the action only comes too early and may be legal after players have passed.
    """

    rule: str
    text: str
    public: str = ""
    is_timing: bool = field(default=False, compare=False)

    @property
    def for_public(self) -> "Violation":
        """Return the violation with its public sentence, without hidden information."""
        return Violation(self.rule, self.public or self.text, is_timing=self.is_timing)


@dataclass(frozen=True, slots=True)
class Justification:
    """The decisive reason why a legal action is legal.

    Attributes:
        rule: the citation of the rule that allows it.
        text: one sentence that names the player, the cards and the condition that is met.
    """

    rule: str
    text: str


class Decision(ValueObject):
    """A decision that the engine waits for.

    Attributes:
        seat: the seat that decides; ``CHANCE`` for an outcome of chance.
        kind: ``mulligan act target choose may order block assign discard reveal draw mode`` (``rules.epic.engine``).
        candidates: the references to choose from, where the action is a choice; empty for draws.
        low: the smallest number to choose.
        high: the largest number to choose.
        source: the card or object whose instruction requires the decision; 0 for the turn itself.
        rules: the citations of the rules that require it.
        detail: further facts of this kind of decision, by name (amount to divide, ability, step).
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
    """Return a number from the detail of a decision by its name; 0 if it is missing."""
    for key, value in decision.detail:
        if key == name:
            return int(value)
    return 0


class ActionError(Exception):
    """Base class of errors about an action: invalid, ambiguous, illegal or impossible."""


class InvalidActionError(ActionError):
    """An action is malformed or its text cannot be parsed.

    Args:
        message: what is wrong, and what is valid instead.
        unparsed: the part of the text that could not be parsed; empty if no single part is to blame.
    """

    def __init__(self, message: str, *, unparsed: str = "") -> None:
        super().__init__(message)
        self.unparsed = unparsed

    def __reduce__(self) -> tuple[Callable[..., "InvalidActionError"], tuple[object, ...]]:
        return _unpickle, (type(self), str(self), self.unparsed)


class UnparsedTextError(InvalidActionError):
    """Part of a line cannot be parsed; the parser of the whole line adds the context."""


def _unpickle(kind: type[InvalidActionError], message: str, unparsed: str) -> InvalidActionError:
    return kind(message, unparsed=unparsed)


class IllegalActionError(ActionError):
    """An action is well formed but violates the rules.

    Args:
        violations: every rule or condition that it violates.
        constraint: what the legal actions have in common, in one sentence, if there are too many to list.
        nearest: the legal actions most similar to it, the most similar first.
    """

    def __init__(self, violations: list[Violation], constraint: str = "", nearest: tuple[str, ...] = ()) -> None:
        reasons = "; ".join(f"{v.rule}: {v.text}" for v in violations)
        near = f" Most similar legal actions: {'; '.join(nearest)}." if nearest else ""
        super().__init__(f"{reasons}. {constraint}{near}" if constraint else reasons)
        self.violations, self.constraint, self.nearest = violations, constraint, nearest

    def __reduce__(self) -> tuple[type["IllegalActionError"], tuple[list[Violation], str, tuple[str, ...]]]:
        return type(self), (self.violations, self.constraint, self.nearest)


class AmbiguousActionError(ActionError):
    """The text has several meanings; ``candidates`` lists unambiguous texts for them."""

    def __init__(self, words: str, candidates: list[str]) -> None:
        super().__init__(f"{words!r} could mean {' or '.join(candidates)}")
        self.words = words
        self.candidates = candidates

    def __reduce__(self) -> tuple[type["AmbiguousActionError"], tuple[str, list[str]]]:
        return type(self), (self.words, self.candidates)


class ImpossibleActionError(ActionError):
    """The action cannot be applied even against the rules; the message says why."""


class SetupError(ValueError):
    """A game cannot begin with this setup; the message lists every error."""


class UndeterminedError(Exception):
    """The game cannot continue because the rules or the record leave its result open."""


class UnstatedChoiceError(UndeterminedError):
    """A record omits an action, and the possible actions have different results.

    Args:
        message: what is missing, and the lines that would state it.
        branches: the actions before the line, one tuple for each possible branch; empty if they need choices that
            cannot be enumerated.
    """

    def __init__(self, message: str, courses: tuple[tuple[Action, ...], ...] = ()) -> None:
        super().__init__(message)
        self.branches = courses

    def __reduce__(self) -> tuple[type["UnstatedChoiceError"], tuple[str, tuple[tuple[Action, ...], ...]]]:
        return type(self), (str(self), self.branches)
