"""Results of a table's methods.

Events, legal actions, outcomes of chance and violations.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.actions import Action
from rules.engine.decision import Violation
from rules.engine.division import Division

MAX_LISTED: Final = 10_000
"""The largest number of legal actions that are listed."""


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """An event, as a sentence with its rules.

    Attributes:
        sentence: the sentence for a judge; it may name hidden cards.
        rules: citations of what caused it, never empty.
    """

    sentence: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Outcome:
    """One possible outcome of chance at the pending decision.

    Attributes:
        line: the action, an argument for ``Table.apply``.
        probability: its probability; those of all outcomes add up to 1.
    """

    line: Action
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Options:
    """The pending decision with its legal actions.

    Attributes:
        to_act: the name of the player who decides, ``CHANCE``, or empty once the game is over.
        asked: the decision in words; empty once the game is over.
        rules: citations of the rules that require it.
        lines: the legal actions; if not ``complete``, those nearest to the line that was passed.
        count: the number of legal actions; ``None`` if they would have to be generated one by one.
        constraint: what all of them have in common, in a sentence; empty unless damage is divided.
        division: the same in names and numbers; ``None`` unless damage is divided.
    """

    to_act: str
    asked: str
    rules: tuple[str, ...]
    lines: tuple[Action, ...]
    count: int | None
    constraint: str = ""
    division: Division | None = None

    @property
    def complete(self) -> bool:
        """True if ``lines`` has all legal actions.

        Conceding is never listed.
        """
        return self.count == len(self.lines)


class Reasons(list[Violation]):
    """The violations of a line, with the nearest legal actions; empty if it is legal.

    Args:
        violations: the violations.
        nearest: returns the legal actions most similar to the line.
    """

    def __init__(self, violations: Iterable[Violation] = (), nearest: Callable[[], tuple[Action, ...]] = tuple) -> None:
        super().__init__(violations)
        self._nearest = nearest

    @property
    def nearest(self) -> tuple[Action, ...]:
        """The legal actions most similar to the line, computed on access.

        Empty for a legal line. They can reveal a hand: show them only to viewers who may see it.
        """
        return self._nearest() if self else ()


class TooManyActionsError(Exception):
    """There are too many legal actions to list; ``options`` describes them."""

    def __init__(self, options: Options) -> None:
        super().__init__(
            f"more than {MAX_LISTED:,} actions are legal: call Table.options for what they have in common"
            f"{f' ({options.constraint})' if options.constraint else ''}, or Table.sample for a random one"
        )
        self.options = options

    def __reduce__(self) -> tuple[type["TooManyActionsError"], tuple[Options]]:
        return type(self), (self.options,)
