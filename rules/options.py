"""Results of a table: what happened, the legal actions, the outcomes of chance, why a line is not legal."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules.actions import Action
from rules.engine.decision import Violation
from rules.engine.division import Division

MOST_LISTED: Final = 10_000
"""The largest number of legal actions that are listed."""


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """One thing that happened.

    Attributes:
        sentence: in words, for a judge: it may name hidden cards.
        rules: citations of what made it happen, never empty.
    """

    sentence: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Outcome:
    """One possible outcome of chance at the pending decision.

    Attributes:
        line: the action, which ``Table.apply`` takes.
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
        """Whether ``lines`` has every legal answer; conceding, which is always allowed, is never among them."""
        return self.count == len(self.lines)


class Reasons(list[Violation]):
    """Every condition that a line fails, none when it is legal; a list like any other, and what would have been right.

    Args:
        violations: the conditions.
        nearest: gives the legal answers nearest to the line.
    """

    def __init__(self, violations: Iterable[Violation] = (), nearest: Callable[[], tuple[Action, ...]] = tuple) -> None:
        super().__init__(violations)
        self._nearest = nearest

    @property
    def nearest(self) -> tuple[Action, ...]:
        """Some legal answers there, those most like the line first, worked out when asked for.

        None for a legal line. They tell a hand: for those only who may see it.
        """
        return self._nearest() if self else ()


class TooManyActionsError(Exception):
    """There are more legal answers than are listed; ``options`` says what they have in common, and the nearest."""

    def __init__(self, options: Options) -> None:
        super().__init__(
            f"more than {MOST_LISTED:,} actions are legal: call Table.options for what they have in common"
            f"{f' ({options.constraint})' if options.constraint else ''}, or Table.sample for a random one"
        )
        self.options = options

    def __reduce__(self) -> tuple[type["TooManyActionsError"], tuple[Options]]:
        """Let a pickle begin it with the options."""
        return type(self), (self.options,)
